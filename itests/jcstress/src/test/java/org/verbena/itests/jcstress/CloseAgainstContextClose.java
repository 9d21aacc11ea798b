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

/** One thread closes an object while another closes its context. Each of them is destroyed once. */
@JCStressTest
@Description("An object is closed while another thread closes its context: each is destroyed once.")
@Outcome(id = "\\w+, done, done, 1 and 1", expect = Expect.ACCEPTABLE, desc = "destroyed once")
@State
public class CloseAgainstContextClose {
    private final Closing closing = new Closing();

    @Actor
    public void close(LLLL_Result r) {
        r.r2 = closing.close();
    }

    @Actor
    public void closeContext(LLLL_Result r) {
        r.r3 = closing.closeContext();
    }

    @Arbiter
    public void look(LLLL_Result r) {
        r.r1 = closing.kind();
        r.r4 = closing.destroys();
    }
}
