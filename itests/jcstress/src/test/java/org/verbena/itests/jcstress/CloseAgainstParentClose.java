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

/** One thread closes a child object while another closes its parent, which the child uses. */
@JCStressTest
@Description("An object is closed while another thread closes one that it uses.")
@Outcome(id = "\\w+, done, done, no parent", expect = Expect.ACCEPTABLE, desc = "the child was first")
@Outcome(id = "\\w+, done, busy, parent", expect = Expect.ACCEPTABLE, desc = "the parent was first")
@State
public class CloseAgainstParentClose {
    private final UsePair kind = UsePair.next();
    private final Family family = kind.prepare().complete();

    @Actor
    public void closeChild(LLLL_Result r) {
        r.r2 = family.closeChild();
    }

    @Actor
    public void closeParent(LLLL_Result r) {
        r.r3 = family.closeParent();
    }

    @Arbiter
    public void look(LLLL_Result r) {
        r.r1 = kind;
        r.r4 = family.after();
    }
}
