// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.behaviours;

import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fuzz.CreationCall;
import org.verbena.tck.fuzz.Fuzz;

/**
 * Random requests, valid and invalid. The device accepts each one, or the call throws a
 * {@link org.verbena.error.VerbsException}.
 */
public final class BadInput {
    private static final String SAYS = "random requests are granted, or fail with a documented exception";

    @Behaviour(id = "BAD-CQ", says = SAYS)
    public void createCq(Fixture fixture) {
        Fuzz.feed(fixture, CreationCall.CREATE_CQ);
    }

    @Behaviour(id = "BAD-CQ-EX", says = SAYS)
    public void createCqEx(Fixture fixture) {
        Fuzz.feed(fixture, CreationCall.CREATE_CQ_EX);
    }

    @Behaviour(id = "BAD-SRQ", says = SAYS)
    public void createSrq(Fixture fixture) {
        Fuzz.feed(fixture, CreationCall.CREATE_SRQ);
    }

    @Behaviour(id = "BAD-SRQ-EX", says = SAYS)
    public void createSrqEx(Fixture fixture) {
        Fuzz.feed(fixture, CreationCall.CREATE_SRQ_EX);
    }

    @Behaviour(id = "BAD-QP", says = SAYS)
    public void createQp(Fixture fixture) {
        Fuzz.feed(fixture, CreationCall.CREATE_QP);
    }

    @Behaviour(id = "BAD-QP-EX", says = SAYS)
    public void createQpEx(Fixture fixture) {
        Fuzz.feed(fixture, CreationCall.CREATE_QP_EX);
    }

    @Behaviour(id = "BAD-QP-OPEN", says = SAYS)
    public void openQp(Fixture fixture) {
        Fuzz.feed(fixture, CreationCall.OPEN_QP);
    }

    @Behaviour(id = "BAD-WQ", says = SAYS)
    public void createWq(Fixture fixture) {
        Fuzz.feed(fixture, CreationCall.CREATE_WQ);
    }

    @Behaviour(id = "BAD-TABLE", says = SAYS)
    public void createRwqIndTable(Fixture fixture) {
        Fuzz.feed(fixture, CreationCall.CREATE_RWQ_IND_TABLE);
    }

    @Behaviour(id = "BAD-XRCD", says = SAYS)
    public void openXrcd(Fixture fixture) {
        Fuzz.feed(fixture, CreationCall.OPEN_XRCD);
    }

    @Behaviour(id = "BAD-AH", says = SAYS)
    public void createAh(Fixture fixture) {
        Fuzz.feed(fixture, CreationCall.CREATE_AH);
    }

    @Behaviour(id = "BAD-MR", says = SAYS)
    public void regMr(Fixture fixture) {
        Fuzz.feed(fixture, CreationCall.REG_MR);
    }
}
