// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.jcstress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;

/**
 * One thread creates an object while another closes the context. Either the close also closes the object, or the
 * creation fails.
 */
@JCStressTest
@Description("An object is created while another thread closes the context: it goes with it, or never comes.")
@Outcome(id = "\\w+, done, done, gone", expect = Expect.ACCEPTABLE, desc = "created before, closed with the context")
@Outcome(id = "\\w+, closed, done, gone", expect = Expect.ACCEPTABLE, desc = "refused after")
@State
public class CreateAgainstContextClose {
    private final InContext race = new InContext();

    @Actor
    public void create(LLLL_Result r) {
        r.r2 = race.create();
    }

    @Actor
    public void close(LLLL_Result r) {
        r.r3 = race.close();
    }

    @Arbiter
    public void look(LLLL_Result r) {
        r.r1 = race.kind();
        r.r4 = race.after();
    }
}
