// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import org.junit.jupiter.api.Test;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.VerbsProvider;
import org.verbena.attr.AccessFlag;
import org.verbena.provider.sim.SimFaults;
import org.verbena.testing.AllowLeaks;
import org.verbena.testing.AllowUnpolledCompletions;
import org.verbena.testing.ConnectedPair;
import org.verbena.testing.VerbsTest;

/** Tests that leave handles open or completions unpolled. */
@VerbsTest
public class ChecksCase {
    @Test
    void leaks(ProtectionDomain pd, DeviceContext context, VerbsProvider provider) {
        pd.allocMr(64, AccessFlag.LOCAL_WRITE);
        context.allocPd().close();
        provider.devices().get(0).open().allocPd();
    }

    @Test
    @AllowLeaks
    void leaksOnPurpose(ProtectionDomain pd) {
        pd.allocMr(64, AccessFlag.LOCAL_WRITE);
    }

    @Test
    void leaksAndFails(ProtectionDomain pd) {
        pd.allocMr(64, AccessFlag.LOCAL_WRITE);
        fail("the first failure");
    }

    @Test
    void leaksAndAborts(ProtectionDomain pd) {
        pd.allocMr(64, AccessFlag.LOCAL_WRITE);
        abort("not here");
    }

    @Test
    void leavesCompletions(ConnectedPair pair) {
        pair.server().postRecv(7);
        pair.client().postSend(8, "hello");
        assertEquals(8, pair.client().completion().wrId());
    }

    @Test
    @AllowUnpolledCompletions
    void leavesCompletionsOnPurpose(ConnectedPair pair) {
        pair.server().postRecv(7);
        pair.client().postSend(8, "hello");
    }

    @Test
    void leavesCompletionsInItsOwnQueue(DeviceContext context, ProtectionDomain pd, SimFaults faults) {
        CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(4).build());
        OwnQueuePair.flush(pd, cq, faults);
    }

    @Test
    void isClean(ConnectedPair pair, CompletionQueue cq) {
        pair.server().postRecv(7);
        pair.client().postSend(8, "hello");
        assertEquals(8, pair.client().completion().wrId());
        assertEquals(7, pair.server().completion().wrId());
        assertEquals(64, cq.requestedCqe());
    }
}
