// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.verbena.libibverbs.driver.FakeContext.driver;
import static org.verbena.libibverbs.driver.FakeContext.pointer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.verbena.CompletionQueue;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.SrqInitAttr;
import org.verbena.VerbsObject;
import org.verbena.WqInitAttr;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.QpType;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.abi.ContextStructs.IbvAsyncEvent;
import org.verbena.libibverbs.abi.ContextStructs.VerbsContext;
import org.verbena.libibverbs.abi.CqStructs.IbvCompChannel;
import org.verbena.libibverbs.abi.LibcStructs.Fcntl;
import org.verbena.libibverbs.abi.LibcStructs.Pollfd;
import org.verbena.libibverbs.abi.LibcStructs.Timespec;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.spi.DriverAsyncEvent;
import org.verbena.spi.DriverCompChannel;
import org.verbena.spi.DriverCq;
import org.verbena.spi.DriverObject;

/** Checks that each event is resolved to its object and acknowledged once. A destroy waits for the acknowledgement. */
class EventTest {
    private static final int FD = 9;

    private final FakeContext fake = new FakeContext();
    private final CompletionQueue cq = fake.cq();
    private final List<Long> acknowledged = new ArrayList<>();

    @BeforeEach
    void countAcknowledgements() {
        fake.libibverbs
                .export("ibv_ack_cq_events", arguments -> note(arguments[1]))
                .export(
                        "ibv_ack_async_event",
                        arguments -> note(fake.libibverbs.at(arguments[0]).get(IbvAsyncEvent.EVENT_TYPE)));
    }

    private long note(long number) {
        acknowledged.add(number);
        return 0;
    }

    // ---------------------------------------------------------------- asynchronous events

    @ParameterizedTest
    @EnumSource(
            value = AsyncEventType.class,
            names = {"CQ_ERR", "QP_FATAL", "SQ_DRAINED", "QP_LAST_WQE_REACHED", "SRQ_LIMIT_REACHED", "WQ_FATAL"})
    void anEventOfAnObjectIsResolvedAndAcknowledged(AsyncEventType type) {
        VerbsObject object = elementOf(type);
        asyncEvent(type.value(), pointer(object));

        assertThat(fake.driver.nextAsyncEvent())
                .contains(new DriverAsyncEvent(type.value(), Optional.of(driver(object, DriverObject.class)), 0));
        assertThat(acknowledged).containsExactly((long) type.value());
    }

    /** {@code ibv_ack_async_event} would misinterpret the pointer to an object of another kind. */
    @ParameterizedTest
    @EnumSource(
            value = AsyncEventType.class,
            names = {"QP_FATAL", "SQ_DRAINED", "QP_LAST_WQE_REACHED", "SRQ_LIMIT_REACHED", "WQ_FATAL"})
    void anEventOfAnObjectOfAnotherKindIsNotAcknowledged(AsyncEventType type) {
        asyncEvent(type.value(), pointer(cq));

        assertThat(fake.driver.nextAsyncEvent()).contains(new DriverAsyncEvent(type.value(), Optional.empty(), 0));
        assertThat(acknowledged).isEmpty();
    }

    /**
     * An event may arrive during the creation of its object, before the pointer is known. Such an event is also
     * acknowledged, because a destroy waits for that.
     */
    @Test
    void anEventOfAnObjectThatIsBeingCreatedIsAcknowledged() throws Exception {
        CompletableFuture<Optional<DriverAsyncEvent>> read = new CompletableFuture<>();
        fake.libibverbs.export("ibv_create_cq", arguments -> {
            Struct created = fake.libibverbs.struct(256);
            asyncEvent(AsyncEventType.CQ_ERR.value(), created.address());
            Thread reader = new Thread(() -> read.complete(fake.driver.nextAsyncEvent()));
            reader.start();
            awaitThatItWaits(reader);
            return created.address();
        });

        CompletionQueue created = fake.cq();

        assertThat(read.get(60, TimeUnit.SECONDS).flatMap(DriverAsyncEvent::element))
                .contains(driver(created, DriverObject.class));
        assertThat(acknowledged).containsExactly(0L);
    }

    private static void awaitThatItWaits(Thread thread) {
        while (thread.getState() != Thread.State.WAITING && thread.isAlive()) {
            Thread.onSpinWait();
        }
    }

    private VerbsObject elementOf(AsyncEventType type) {
        ProtectionDomain pd = fake.context.allocPd();
        fake.libibverbs
                .export(
                        "ibv_create_qp",
                        arguments -> fake.libibverbs.struct(256).address())
                .export(
                        "ibv_create_srq",
                        arguments -> fake.libibverbs.struct(256).address())
                .extend(
                        VerbsContext.CREATE_WQ,
                        arguments -> fake.libibverbs.struct(256).address());
        return switch (type) {
            case CQ_ERR -> cq;
            case SRQ_LIMIT_REACHED ->
                pd.createSrq(SrqInitAttr.builder().maxWr(1).maxSge(1).build());
            case WQ_FATAL ->
                fake.context.createWq(WqInitAttr.builder().pd(pd).cq(cq).build());
            default ->
                pd.createQp(QpInitAttr.builder()
                        .qpType(QpType.RC)
                        .sendCq(cq)
                        .recvCq(cq)
                        .build());
        };
    }

    @ParameterizedTest
    @CsvSource({"DEVICE_FATAL, 8", "PORT_ACTIVE, 9", "GID_CHANGE, 18"})
    void anEventOfAPortHasItsNumber(AsyncEventType type, int code) {
        asyncEvent(code, 2);

        assertThat(fake.driver.nextAsyncEvent()).contains(new DriverAsyncEvent(type.value(), Optional.empty(), 2));
    }

    @Test
    void anUnknownEventTypeIsKept() {
        asyncEvent(77, 1);

        assertThat(fake.driver.nextAsyncEvent()).contains(new DriverAsyncEvent(77, Optional.empty(), 1));
        assertThat(acknowledged).containsExactly(77L);
    }

    @Test
    void anEventOfADestroyedObjectHasNoElement() {
        long pointer = pointer(cq);
        cq.close();
        asyncEvent(AsyncEventType.CQ_ERR.value(), pointer);

        assertThat(fake.driver.nextAsyncEvent()).map(DriverAsyncEvent::element).contains(Optional.empty());
        assertThat(acknowledged).as("C would dereference the pointer").isEmpty();
    }

    @Test
    void nextAsyncEventIsEmptyWithoutAnEvent() {
        noEvent("ibv_get_async_event", Errno.EAGAIN);

        assertThat(fake.driver.nextAsyncEvent()).isEmpty();
        assertThat(acknowledged).isEmpty();
    }

    @Test
    void aFailureToGetAnAsyncEventIsReported() {
        noEvent("ibv_get_async_event", Errno.EIO);

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(fake.driver::nextAsyncEvent)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EIO));
    }

    // ---------------------------------------------------------------- completion events

    @Test
    void aCompletionEventIsResolved() {
        assertThat(channelWithEvents().nextEvent()).contains(driver(cq, DriverCq.class));
        assertThat(acknowledged).isEmpty();
    }

    @Test
    void onlyReceivedEventsAreAcknowledged() {
        DriverCompChannel channel = channelWithEvents();
        for (int i = 0; i < 5; i++) {
            assertThat(channel.nextEvent()).isPresent();
        }

        driver(cq, DriverCq.class).ackEvents(3);
        driver(cq, DriverCq.class).ackEvents(3);
        driver(cq, DriverCq.class).ackEvents(3);

        assertThat(acknowledged).containsExactly(3L, 2L);
    }

    @Test
    void destroyAcknowledgesTheRemainingEvents() {
        DriverCompChannel channel = channelWithEvents();
        assertThat(channel.nextEvent()).isPresent();
        assertThat(channel.nextEvent()).isPresent();

        cq.close();

        assertThat(acknowledged).containsExactly(2L);
        assertThat(fake.libibverbs.calls()).containsSubsequence("ibv_ack_cq_events", "ibv_destroy_cq");
    }

    @Test
    void nextEventIsEmptyWithoutACompletionEvent() {
        DriverCompChannel channel = channelWithEvents();
        noEvent("ibv_get_cq_event", Errno.EAGAIN);

        assertThat(channel.nextEvent()).isEmpty();
    }

    @Test
    void aChannelThatStaysBlockingIsDestroyed() {
        fake.libibverbs.export("fcntl", arguments -> {
            fake.libibverbs.fail(Errno.EBADF.number());
            return -1;
        });

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(this::channel)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EBADF));
        assertThat(fake.libibverbs.calls())
                .containsSubsequence("ibv_create_comp_channel", "fcntl", "ibv_destroy_comp_channel");
    }

    // ---------------------------------------------------------------- waiting

    @Test
    void aChannelIsSetToNonBlocking() {
        List<Long> calls = new ArrayList<>();
        fake.libibverbs.export("fcntl", arguments -> {
            calls.addAll(List.of(arguments[0], arguments[1], arguments[2]));
            return 0x8002;
        });

        channel();

        assertThat(calls)
                .containsExactly(
                        (long) FD,
                        (long) Fcntl.F_GETFL,
                        0L,
                        (long) FD,
                        (long) Fcntl.F_SETFL,
                        0x8002L | Fcntl.O_NONBLOCK);
    }

    @Test
    void awaitEventPollsForTheGivenTime() throws InterruptedException {
        List<Long> calls = new ArrayList<>();
        fake.libibverbs.export("ppoll", arguments -> {
            Struct poll = fake.libibverbs.at(arguments[0]);
            Struct timeout = fake.libibverbs.at(arguments[2]);
            calls.addAll(List.of(poll.get(Pollfd.FD), poll.get(Pollfd.EVENTS), arguments[1]));
            calls.addAll(List.of(timeout.get(Timespec.TV_SEC), timeout.get(Timespec.TV_NSEC), arguments[3]));
            return 1;
        });

        channel().awaitEvent(3_000_000_007L);

        assertThat(calls).containsExactly((long) FD, (long) Pollfd.POLLIN, 1L, 3L, 7L, 0L);
    }

    @Test
    void aSignalEndsTheWait() throws InterruptedException {
        fake.libibverbs.export("ppoll", arguments -> {
            fake.libibverbs.fail(Errno.EINTR.number());
            return -1;
        });

        channel().awaitEvent(1);
        fake.driver.awaitAsyncEvent(1);

        assertThat(fake.libibverbs.calls()).containsSubsequence("ppoll", "ppoll");
    }

    @Test
    void anInterruptedThreadDoesNotWait() {
        DriverCompChannel channel = channel();
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> channel.awaitEvent(1));
        assertThat(fake.libibverbs.calls()).doesNotContain("ppoll");
    }

    private void asyncEvent(int type, long element) {
        fake.libibverbs.export("ibv_get_async_event", arguments -> {
            fake.libibverbs
                    .at(arguments[1])
                    .put(IbvAsyncEvent.ELEMENT_QP, element)
                    .put(IbvAsyncEvent.EVENT_TYPE, type);
            return 0;
        });
    }

    private void noEvent(String verb, Errno errno) {
        fake.libibverbs.export(verb, arguments -> {
            fake.libibverbs.fail(errno.number());
            return -1;
        });
    }

    /** Returns a channel that delivers an event of the completion queue at each read. */
    private DriverCompChannel channelWithEvents() {
        fake.libibverbs.export("ibv_get_cq_event", arguments -> {
            fake.libibverbs.memory().putLong(arguments[1], pointer(cq));
            return 0;
        });
        return channel();
    }

    private DriverCompChannel channel() {
        Struct struct = fake.libibverbs.struct(16).put(IbvCompChannel.FD, FD);
        fake.libibverbs.export("ibv_create_comp_channel", arguments -> struct.address());
        VerbsObject channel = fake.context.createCompChannel();
        return driver(channel, DriverCompChannel.class);
    }
}
