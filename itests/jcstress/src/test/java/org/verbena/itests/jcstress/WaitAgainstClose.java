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

/** One thread waits for events while another closes the source of the events. */
@JCStressTest
@Description("A thread waits for events while another thread closes what they come from.")
@Outcome(id = "\\w+, closed, done, gone", expect = Expect.ACCEPTABLE, desc = "sent away, or refused after")
@State
public class WaitAgainstClose {
    private final Waiting kind = Waiting.next();
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
