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
 * One thread creates a child object while another closes its parent, which the child uses. Either both exist or the
 * creation fails.
 */
@JCStressTest
@Description("An object is created while another thread closes one that it uses: there is never one without the other.")
@Outcome(id = "\\w+, done, busy, parent and child", expect = Expect.ACCEPTABLE, desc = "created before")
@Outcome(id = "\\w+, closed, done, no parent", expect = Expect.ACCEPTABLE, desc = "refused after")
@State
public class CreateAgainstClose {
    private final UsePair kind = UsePair.next();
    private final Family family = kind.prepare();

    @Actor
    public void create(LLLL_Result r) {
        r.r2 = family.createChild();
    }

    @Actor
    public void close(LLLL_Result r) {
        r.r3 = family.closeParent();
    }

    @Arbiter
    public void look(LLLL_Result r) {
        r.r1 = kind;
        r.r4 = family.after();
    }
}
