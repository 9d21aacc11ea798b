// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.verbena.AsyncEvent;
import org.verbena.AsyncEventListener;
import org.verbena.AsyncEvents;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.QueuePair;
import org.verbena.attr.AsyncEventType;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.spi.DriverAsyncEvent;

class EventsTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(20);

    private final FakeDriver driver = new FakeDriver();
    private final DeviceContext context = driver.open();
    private final CompletionQueue cq = FakeDriver.cq(context);
    private final CountDownLatch waiting = new CountDownLatch(1);

    @BeforeEach
    void nothingHappens() throws InterruptedException {
        when(driver.channel.nextEvent()).thenReturn(Optional.empty());
        when(driver.context.nextAsyncEvent()).thenReturn(Optional.empty());
        doAnswer(call -> {
                    waiting.countDown();
                    TimeUnit.NANOSECONDS.sleep(call.<Long>getArgument(0));
                    return null;
                })
                .when(driver.channel)
                .awaitEvent(anyLong());
        doAnswer(call -> {
                    TimeUnit.NANOSECONDS.sleep(call.<Long>getArgument(0));
                    return null;
                })
                .when(driver.context)
                .awaitAsyncEvent(anyLong());
    }

    @Test
    void anEventNamesItsQueueAndIsAcknowledgedOnce() {
        when(driver.channel.nextEvent()).thenReturn(Optional.of(driver.cq), Optional.of(driver.cq), Optional.empty());
        CompletionChannel channel = context.createCompChannel();

        assertThat(channel.nextEvent()).containsSame(cq);
        assertThat(channel.nextEvent()).containsSame(cq);
        assertThat(channel.nextEvent()).isEmpty();
        cq.ackEvents(2);

        verify(driver.cq).ackEvents(2);
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> cq.ackEvents(1))
                .withMessageContaining("nevents = 1, limit 0..0");
        assertThatExceptionOfType(InvalidRequestException.class).isThrownBy(() -> cq.ackEvents(-1));
    }

    @Test
    void waitingEndsAfterTheTimeout() throws InterruptedException {
        assertThat(context.createCompChannel().nextEvent(SHORT)).isEmpty();
        assertThat(context.asyncEvents().nextEvent(SHORT)).isEmpty();
        assertThat(context.asyncEvents().nextEvent(Duration.ofSeconds(-1))).isEmpty();
    }

    @Test
    void closingAChannelFailsWaitingCalls() throws InterruptedException {
        CompletionChannel channel = context.createCompChannel();
        CompletableFuture<Optional<CompletionQueue>> waiter = CompletableFuture.supplyAsync(() -> {
            try {
                return channel.nextEvent(LONG);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        waiting.await();

        channel.close();

        assertThat(waiter).failsWithin(LONG).withThrowableThat().withCauseInstanceOf(ClosedHandleException.class);
    }

    @Test
    void anInterruptedWaitThrowsInterruptedException() {
        CompletionChannel channel = context.createCompChannel();
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> channel.nextEvent(LONG));
    }

    @Test
    void asynchronousEventsNameTheirObject() throws InterruptedException {
        QueuePair qp = context.allocPd().createQp(FakeDriver.rc(cq));
        when(driver.context.nextAsyncEvent())
                .thenReturn(
                        Optional.of(new DriverAsyncEvent(1, Optional.of(driver.qp), 0)),
                        Optional.of(new DriverAsyncEvent(9, Optional.empty(), 2)),
                        Optional.of(new DriverAsyncEvent(1234, Optional.empty(), 0)),
                        Optional.empty());
        AsyncEvents events = context.asyncEvents();

        assertThat(events.nextEvent(LONG)).contains(new AsyncEvent(1, Optional.of(qp), 0));
        assertThat(events.nextEvent().orElseThrow().eventType()).isEqualTo(AsyncEventType.PORT_ACTIVE);
        assertThat(events.nextEvent().orElseThrow().eventType()).isEqualTo(AsyncEventType.UNKNOWN);
        assertThat(events.nextEvent()).isEmpty();
    }

    @Test
    void aListenerIsCalledByEventTypeEvenAfterItThrows() throws InterruptedException {
        QueuePair qp = context.allocPd().createQp(FakeDriver.rc(cq));
        when(driver.context.nextAsyncEvent())
                .thenReturn(
                        Optional.of(new DriverAsyncEvent(1, Optional.of(driver.qp), 0)),
                        Optional.of(new DriverAsyncEvent(0, Optional.of(driver.cq), 0)),
                        Optional.of(new DriverAsyncEvent(10, Optional.empty(), 3)),
                        Optional.of(new DriverAsyncEvent(8, Optional.empty(), 0)),
                        Optional.of(new DriverAsyncEvent(99, Optional.empty(), 0)),
                        Optional.empty());
        BlockingQueue<String> told = new LinkedBlockingQueue<>();

        try (AsyncEvents.Listening listening = context.asyncEvents().listen(new AsyncEventListener() {
            @Override
            public void queuePair(AsyncEventType type, QueuePair of) {
                told.add(type + " " + of.equals(qp));
                throw new IllegalStateException("a listener's mistake");
            }

            @Override
            public void completionQueue(AsyncEventType type, CompletionQueue of) {
                told.add(type + " " + of.equals(cq));
            }

            @Override
            public void port(AsyncEventType type, int portNum) {
                told.add(type + " " + portNum);
            }

            @Override
            public void device(AsyncEventType type) {
                told.add(type.toString());
            }

            @Override
            public void other(AsyncEvent event) {
                told.add("other " + event.eventTypeCode());
            }
        })) {
            assertThat(listening).isNotNull();
            for (String expected :
                    new String[] {"QP_FATAL true", "CQ_ERR true", "PORT_ERR 3", "DEVICE_FATAL", "other 99"}) {
                assertThat(told.poll(30, TimeUnit.SECONDS)).isEqualTo(expected);
            }
        }
        context.close();
    }

    @Test
    void errorAndInterruptOfListenerDoNotEndDelivery() throws InterruptedException {
        when(driver.context.nextAsyncEvent())
                .thenReturn(Optional.of(new DriverAsyncEvent(9, Optional.empty(), 1)))
                .thenReturn(Optional.of(new DriverAsyncEvent(9, Optional.empty(), 2)))
                .thenThrow(new OutOfMemoryError("no event is lost"))
                .thenReturn(Optional.of(new DriverAsyncEvent(9, Optional.empty(), 3)))
                .thenReturn(Optional.empty());
        BlockingQueue<Integer> ports = new LinkedBlockingQueue<>();

        try (AsyncEvents.Listening listening = context.asyncEvents().listen(new AsyncEventListener() {
            @Override
            public void port(AsyncEventType type, int portNum) {
                ports.add(portNum);
                if (portNum == 1) {
                    throw new AssertionError("a listener's mistake");
                }
                Thread.currentThread().interrupt();
            }
        })) {
            assertThat(listening).isNotNull();
            for (int port = 1; port <= 3; port++) {
                assertThat(ports.poll(30, TimeUnit.SECONDS)).isEqualTo(port);
            }
        }
        context.close();
    }

    @Test
    void listenerGetsTheCauseWhenTheEventsEnd() throws Exception {
        VerbsException gone = new VerbsException("ibv_get_async_event", Errno.EIO, "fake0", Diagnosis.UNKNOWN);
        when(driver.context.nextAsyncEvent())
                .thenReturn(Optional.of(new DriverAsyncEvent(8, Optional.empty(), 0)))
                .thenThrow(gone);
        BlockingQueue<Object> reported = new LinkedBlockingQueue<>();

        try (AsyncEvents.Listening listening = context.asyncEvents().listen(new AsyncEventListener() {
            @Override
            public void device(AsyncEventType type) {
                reported.add(type);
            }

            @Override
            public void ended(Throwable cause) {
                reported.add(cause);
                throw new IllegalStateException("a listener's mistake");
            }
        })) {
            assertThat(listening).isNotNull();
            assertThat(reported.poll(30, TimeUnit.SECONDS)).isEqualTo(AsyncEventType.DEVICE_FATAL);
            assertThat(reported.poll(30, TimeUnit.SECONDS)).isSameAs(gone);
        }
        context.close();
    }
}
