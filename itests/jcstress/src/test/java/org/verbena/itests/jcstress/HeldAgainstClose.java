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

/** One thread uses an object in several calls that belong together while another closes the object. */
@JCStressTest
@Description("An object is used by calls that belong together while another thread closes it.")
@Outcome(id = "\\w+, done, done, gone", expect = Expect.ACCEPTABLE, desc = "used before")
@Outcome(id = "\\w+, done, busy, usable", expect = Expect.ACCEPTABLE, desc = "not closed between the calls")
@Outcome(id = "\\w+, closed, done, gone", expect = Expect.ACCEPTABLE, desc = "refused after")
@State
public class HeldAgainstClose {
    private final Holding kind = Holding.next();
    private final Duel duel = kind.prepare();

    @Actor
    public void use(LLLL_Result r) {
        r.r2 = duel.useIt();
    }

    @Actor
    public void close(LLLL_Result r) {
        r.r3 = duel.closeIt();
    }

    @Arbiter
    public void look(LLLL_Result r) {
        r.r1 = kind;
        r.r4 = duel.after((String) r.r3);
    }
}
