// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.provider.sim.SimProvider;
import org.verbena.testing.AllowLeaks;
import org.verbena.testing.RemoveDevice;
import org.verbena.testing.VerbsTest;

/** Tests that run at the same time, on devices of the same name. */
@VerbsTest
@Execution(ExecutionMode.CONCURRENT)
public class ParallelCase {
    private static final CountDownLatch RUNNING = new CountDownLatch(3);

    private static void meetTheOthers() throws InterruptedException {
        RUNNING.countDown();
        assertTrue(RUNNING.await(60, TimeUnit.SECONDS), "all tests run at the same time");
    }

    @Test
    void leaksRegion(ProtectionDomain pd) throws InterruptedException {
        pd.allocMr(64, AccessFlag.LOCAL_WRITE);
        meetTheOthers();
    }

    @Test
    @AllowLeaks
    void seesItsOwnQueueOnly(DeviceContext context, SimProvider provider) throws InterruptedException {
        context.createCq(CqInitAttr.builder().cqe(1).build());
        meetTheOthers();
        assertEquals(2, provider.handles().size());
    }

    @Test
    @RemoveDevice
    void removesItsOwnDeviceOnly(DeviceContext context) throws InterruptedException {
        meetTheOthers();
        assertTrue(context.asyncEvents().nextEvent().isPresent());
    }
}
