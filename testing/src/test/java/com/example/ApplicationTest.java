// SPDX-License-Identifier: Apache-2.0
package com.example;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.Message;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.provider.sim.ClockMode;
import org.verbena.provider.sim.SimClock;
import org.verbena.provider.sim.SimObjectKind;
import org.verbena.testing.ConnectedPair;
import org.verbena.testing.CorruptMessage;
import org.verbena.testing.DropMessage;
import org.verbena.testing.FailCreate;
import org.verbena.testing.Faults;
import org.verbena.testing.IdPair;
import org.verbena.testing.PairAttr;
import org.verbena.testing.PortDown;
import org.verbena.testing.RnrNak;
import org.verbena.testing.Simulator;
import org.verbena.testing.VerbsTest;

/** Runs the tests that the guide shows. */
@VerbsTest
class ApplicationTest {
    @Test
    @DropMessage(1)
    void aLostMessageIsSentAgain(ConnectedPair pair) {
        pair.server().postRecv(1);
        pair.client().postSend(2, "hello");
        assertEquals(WcStatus.SUCCESS, pair.client().completion().status());
        assertEquals("hello", pair.server().text(pair.server().completion()));
    }

    @Test
    @RnrNak(times = 3)
    void aReceiverThatIsNotReadyEndsTheSend(@PairAttr(rnrRetry = 2) ConnectedPair pair) {
        pair.server().postRecv(1);
        pair.client().postSend(2, "hello");
        assertEquals(WcStatus.RNR_RETRY_EXC_ERR, pair.client().completion().status());
    }

    @Test
    @CorruptMessage(2)
    void anUnreliableConnectionLosesCorruptedMessages(@PairAttr(qpType = QpType.UC) ConnectedPair pair) {
        for (String text : List.of("one", "two", "three")) {
            pair.server().postRecv(1);
            pair.client().postSend(2, text);
            assertTrue(pair.client().completion().isSuccess());
        }
        assertEquals("one", pair.server().text(pair.server().completion()));
        assertEquals("three", pair.server().text(pair.server().completion()));
    }

    @Test
    @PortDown
    void aMessageWaitsForThePort(ConnectedPair pair, Faults faults) {
        assertEquals(AsyncEventType.PORT_ERR, event(pair.client().context()));
        pair.server().postRecv(1);
        pair.client().postSend(2, "hello");
        assertTrue(pair.client().poll().isEmpty());
        faults.portUp(0, 1);
        assertEquals(WcStatus.SUCCESS, pair.client().completion().status());
        assertEquals("hello", pair.server().text(pair.server().completion()));
    }

    private static AsyncEventType event(DeviceContext context) {
        return context.asyncEvents().nextEvent().orElseThrow().eventType();
    }

    @Test
    void aRemovedDeviceFlushesReceives(ConnectedPair pair, Faults faults) {
        pair.server().postRecv(1);
        faults.removeDevice(0);
        assertEquals(WcStatus.WR_FLUSH_ERR, pair.server().completion().status());
        VerbsException e =
                assertThrows(VerbsException.class, () -> pair.server().pd().allocMr(64));
        assertEquals(Errno.EIO, e.errno());
    }

    @Test
    @FailCreate(value = SimObjectKind.MR, nth = 3)
    void buffersAreReleasedIfOneCannotBeRegistered(ProtectionDomain pd) {
        VerbsException e = assertThrows(VerbsException.class, () -> new Buffers(pd, 4));
        assertEquals(Errno.ENOMEM, e.errno());
        // The extension checks that the first two buffers are closed.
    }

    @Test
    @DropMessage(times = 4)
    @Simulator(clock = ClockMode.MANUAL)
    void aSendEndsAfterItsLastRetry(@PairAttr(timeout = 14, retryCnt = 3) ConnectedPair pair, SimClock clock) {
        Duration timeout = Duration.ofNanos(4096L << 14);
        pair.client().postSend(1, "hello");
        clock.advance(timeout.multipliedBy(4).minusNanos(1));
        assertTrue(pair.client().poll().isEmpty());
        clock.advance(Duration.ofNanos(1));
        assertEquals(WcStatus.RETRY_EXC_ERR, pair.client().completion().status());
    }

    @Test
    void theServerNoticesThatTheClientDisconnects(IdPair pair) throws Exception {
        pair.server().postRecv(1);
        pair.client().postSend(2, "bye");
        assertTrue(pair.client().completion().isSuccess());
        pair.client().connection().disconnect();
        pair.server().connection().onDisconnect().get(60, SECONDS);
        assertEquals("bye", pair.server().text(pair.server().completion()));
        assertFalse(pair.server().connection().isConnected());
    }

    @Test
    void aRecordIsReplicated(AsyncQueuePair client, AsyncQueuePair server) throws Exception {
        CompletableFuture<Message> message = server.recv();
        new Replicator(client, (record, status) -> {}).replicate("record 1").get(60, SECONDS);
        assertEquals(
                "record 1",
                StandardCharsets.UTF_8.decode(message.get(60, SECONDS).data()).toString());
    }

    @Test
    @DropMessage(times = 7)
    void theListenerIsNotifiedOfALostRecord(AsyncQueuePair client, AsyncQueuePair server) {
        Replicator.Listener listener = mock(Replicator.Listener.class);
        CompletableFuture<Void> lost = new Replicator(client, listener).replicate("record 1");
        assertThrows(ExecutionException.class, () -> lost.get(60, SECONDS));
        verify(listener).lost("record 1", WcStatus.RETRY_EXC_ERR);
    }
}
