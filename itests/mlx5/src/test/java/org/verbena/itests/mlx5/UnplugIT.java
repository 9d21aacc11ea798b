// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.AsyncEvent;
import org.verbena.AsyncEventListener;
import org.verbena.AsyncEvents;
import org.verbena.CompletionArray;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MwBind;
import org.verbena.MwBindInfo;
import org.verbena.QueuePair;
import org.verbena.SendBatch;
import org.verbena.VerbsObject;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.connect.Connector;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.tck.fixture.Creation;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.Footprint;

/** Checks that a program survives if its device is unplugged. */
@Timeout(120)
class UnplugIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void callsFailAndObjectsCloseAfterUnplug(String provider) throws Exception {
        useAndClose(provider);
        Footprint before = Footprint.now();

        try (Fixture fixture = open(provider)) {
            List<VerbsObject> objects = Stream.of(Creation.values())
                    .map(creation -> creation.prepare(fixture).get())
                    .toList();
            QueuePair qp = connected(fixture, fixture.cq());
            SendBatch send = fixture.context().newSendBatch(1, 0, 0);
            send.add().send().signaled();
            CompletionArray completions = fixture.context().newCompletionArray(4);

            FakedKernel.unplug();

            assertThat(fixture.context().asyncEvents().nextEvent(PATIENCE))
                    .map(AsyncEvent::eventType)
                    .contains(AsyncEventType.DEVICE_FATAL);
            assertGone(() -> fixture.context().asyncEvents().nextEvent(PATIENCE));
            assertGone(() -> fixture.context().queryDevice());
            assertGone(() -> fixture.context().allocPd());
            assertGone(() -> qp.query());
            // These calls do not enter the kernel. They access rings that no NIC serves.
            qp.postSend(send);
            assertThat(fixture.cq().poll(completions)).isZero();
            objects.forEach(VerbsObject::close);
            assertThat(objects).allMatch(VerbsObject::isClosed);
        }

        assertThat(FakedKernel.objects()).isZero();
        assertThat(Footprint.now().grownSince(before)).isEmpty();
        useAndClose(provider);
    }

    /** A context closes even if it has multicast groups and bound windows, which the teardown must undo first. */
    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void contextClosesWithEverythingOpen(String provider) {
        Fixture fixture = open(provider);
        List<VerbsObject> objects = Stream.of(Creation.values())
                .map(creation -> creation.prepare(fixture).get())
                .toList();
        QueuePair datagrams = fixture.qp(QpType.UD);
        datagrams.attachMcast(Fixture.GROUP, fixture.groupLid());
        CompletionQueue cq = fixture.cq(16);
        QueuePair qp = connected(fixture, cq);
        MemoryRegion mr = fixture.pd().allocMr(4096, Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND));
        MemoryWindow window = fixture.pd().allocMw(MwType.TYPE_1);
        Flags<AccessFlag> remote = Flags.of(AccessFlag.REMOTE_READ);
        window.bind(qp, new MwBind(1, Flags.of(SendFlag.SIGNALED), new MwBindInfo(mr, mr.address(), 4096, remote)));
        CompletionArray completions = fixture.context().newCompletionArray(1);
        while (cq.poll(completions) == 0) {
            Thread.onSpinWait();
        }

        FakedKernel.unplug();
        fixture.close();

        assertThat(fixture.context().isClosed()).isTrue();
        assertThat(objects).allMatch(VerbsObject::isClosed);
        assertThat(List.of(datagrams, qp, mr, window)).allMatch(VerbsObject::isClosed);
        assertThat(FakedKernel.objects()).isZero();
        useAndClose(provider);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void unplugEndsAListenerWithEio(String provider) throws Exception {
        CompletableFuture<AsyncEventType> reported = new CompletableFuture<>();
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        try (Fixture fixture = open(provider);
                AsyncEvents.Listening listening = fixture.context()
                        .asyncEvents()
                        .listen(new AsyncEventListener() {
                            @Override
                            public void device(AsyncEventType type) {
                                reported.complete(type);
                                throw new AssertionError("error in a listener");
                            }

                            @Override
                            public void ended(Throwable cause) {
                                ended.complete(cause);
                            }
                        })) {
            FakedKernel.unplug();

            assertThat(reported.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(AsyncEventType.DEVICE_FATAL);
            Throwable cause = ended.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertGone(() -> {
                throw cause;
            });
            assertThat(listening).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void unplugEndsPendingWaitsWithEio(String provider) throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try (Fixture fixture = open(provider)) {
            CompletionChannel channel = fixture.context().createCompChannel();
            CompletionQueue cq = fixture.context()
                    .createCq(CqInitAttr.builder().cqe(16).channel(channel).build());
            cq.requestNotify(false);
            CountDownLatch waiting = new CountDownLatch(2);
            Future<?> forCompletions = threads.submit(() -> {
                waiting.countDown();
                return channel.nextEvent(PATIENCE);
            });
            Future<?> forEvents = threads.submit(() -> {
                waiting.countDown();
                assertThat(fixture.context().asyncEvents().nextEvent(PATIENCE))
                        .map(AsyncEvent::eventType)
                        .contains(AsyncEventType.DEVICE_FATAL);
                return fixture.context().asyncEvents().nextEvent(PATIENCE);
            });
            waiting.await();

            FakedKernel.unplug();

            assertGone(() -> forCompletions.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
            assertGone(() -> forEvents.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
        } finally {
            threads.shutdownNow();
        }
        assertThat(FakedKernel.objects()).isZero();
    }

    private static void useAndClose(String provider) {
        try (Fixture fixture = open(provider)) {
            connected(fixture, fixture.cq());
        }
        assertThat(FakedKernel.objects()).isZero();
    }

    private static Fixture open(String provider) {
        return Fixture.on(Mlx5.provider(provider).device(Mlx5.DEVICE));
    }

    private static QueuePair connected(Fixture fixture, CompletionQueue cq) {
        QueuePair qp = fixture.create(fixture.request(QpType.RC).sendCq(cq));
        Connector.create().connect(qp, fixture.qp(QpType.RC));
        return qp;
    }

    private static void assertGone(ThrowingCallable call) {
        assertThatThrownBy(call)
                .extracting(thrown -> thrown instanceof VerbsException ? thrown : thrown.getCause())
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        refusal -> assertThat(refusal.errno()).isEqualTo(Errno.EIO));
    }
}
