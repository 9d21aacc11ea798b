// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.Message;
import org.verbena.async.ProgressEngine;
import org.verbena.error.ClosedHandleException;
import org.verbena.spi.DriverMemory;

/** Tests a device that does not flush. The engine waits several seconds for the flush. */
@Timeout(120)
class ProgressEngineFlushTest {
    private final FakeDriver driver = new FakeDriver();

    @Test
    void unflushedWorkRequestsFailWhenTheQueuePairIsDestroyed() {
        when(driver.cq.cqe()).thenReturn(64);
        when(driver.pd.regMr(any(DriverMemory.class), any())).thenReturn(driver.mr);
        DeviceContext context = driver.open();
        ProtectionDomain pd = context.allocPd();
        ProgressEngine engine =
                ProgressEngine.builder(pd).cqe(32).buffers(4).bufferSize(128).build();
        AsyncQueuePair qp =
                engine.attach(pd.createQp(FakeDriver.rcBuilder(engine.cq()).build()));
        CompletableFuture<Message> received = qp.recv();
        assertThat(received).isNotDone();

        qp.close();

        assertThat(received)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(ClosedHandleException.class);
        verify(driver.qp).destroy();
        assertThat(qp.recvSlots()).isEqualTo(16);
        engine.close();
        context.close();
    }
}
