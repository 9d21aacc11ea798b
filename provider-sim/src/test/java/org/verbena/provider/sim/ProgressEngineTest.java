// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.SrqInitAttr;
import org.verbena.XrcdInitAttr;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.Message;
import org.verbena.async.ProgressEngine;
import org.verbena.attr.QpType;
import org.verbena.connect.Connector;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;

/** Checks the life cycle of an engine: its parameters, its attached queue pairs, its progress, and its close. */
@Timeout(120)
class ProgressEngineTest {
    private static final int LONGER_THAN_INLINE = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final DeviceContext context = Sims.open("mlx5");
    private final ProtectionDomain pd = context.allocPd();
    private final List<ProgressEngine> engines = new ArrayList<>();

    @AfterEach
    void close() {
        engines.forEach(ProgressEngine::close);
        context.close();
    }

    private ProgressEngine build(ProgressEngine.Builder builder) {
        ProgressEngine engine = builder.build();
        engines.add(engine);
        return engine;
    }

    private ProgressEngine engine() {
        ProgressEngine engine = ProgressEngine.create(pd);
        engines.add(engine);
        return engine;
    }

    /** Two connected ends of one engine. */
    private record Ends(AsyncQueuePair near, AsyncQueuePair far) {}

    private Ends connected(ProgressEngine engine) {
        QpInitAttr request = Sims.qp(QpType.RC, engine.cq()).build();
        Ends ends = new Ends(engine.attach(pd.createQp(request)), engine.attach(pd.createQp(request)));
        Connector.create().connect(ends.near().qp(), ends.far().qp());
        return ends;
    }

    private static void refused(Runnable call, String... words) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(call::run)
                .withMessageContainingAll(words);
    }

    // ---------------------------------------------------------------- parameters

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, (1 << 30) + 1})
    void sizesArePositive(int size) {
        ProgressEngine.Builder builder = ProgressEngine.builder(pd);

        for (IntConsumer setter : List.<IntConsumer>of(builder::cqe, builder::buffers, builder::bufferSize)) {
            refused(() -> setter.accept(size), "= " + size, "limit 1..1073741824");
        }
        builder.cqe(1 << 30).buffers(1 << 30).bufferSize(1 << 30);
        builder.cqe(1).buffers(1).bufferSize(1);
    }

    static Stream<Arguments> bufferSizes() {
        return Stream.of(Arguments.of(1, 64), Arguments.of(64, 64), Arguments.of(65, 128));
    }

    /** The buffer size is rounded up, because atomic operations require aligned memory for their result. */
    @ParameterizedTest
    @MethodSource("bufferSizes")
    void buffersAreRoundedUp(int requested, int granted) throws Exception {
        ProgressEngine engine = build(ProgressEngine.builder(pd).bufferSize(requested));
        Ends ends = connected(engine);
        CompletableFuture<Message> received = ends.far().recv();
        ends.near().send(ByteBuffer.allocate(granted));
        assertThat(ends.near().read(granted + 1, 0, 0)).isCompletedExceptionally();

        engine.progress();

        assertThat(received).isCompleted();
        assertThat(received.get().length()).isEqualTo(granted);
    }

    @Test
    void cqeLimitsTheWorkRequestsOfAllQueuePairs() throws Exception {
        ProgressEngine engine = build(ProgressEngine.builder(pd).cqe(3));
        Ends ends = connected(engine);
        CompletableFuture<Message> first = ends.far().recv();
        ends.far().recv();
        ends.near().recv();
        int room = ends.near().sendSlots();

        CompletableFuture<Void> fourth = ends.near().send(ByteBuffer.allocate(LONGER_THAN_INLINE));

        assertThat(fourth).failsWithin(Duration.ZERO).withThrowableThat().withCauseInstanceOf(PostException.class);
        assertThat(ends.near().sendSlots()).isEqualTo(room);
        ends.near().close();
        CompletableFuture<Message> again = ends.far().recv();
        assertThat(again).isNotDone();
        assertThat(first).isNotDone();
    }

    @Test
    void aLargerQueueThanTheDeviceHasIsRefused() {
        ProgressEngine.Builder tooLarge = ProgressEngine.builder(pd).cqe(1 << 30);

        assertThatExceptionOfType(VerbsException.class).isThrownBy(tooLarge::build);

        engine();
    }

    // ---------------------------------------------------------------- attached queue pairs

    @Test
    void queuePairsOfOtherDomainsQueuesAndTypesAreRefused() {
        ProgressEngine engine = engine();
        CompletionQueue other = Sims.cq(context);
        CompletionQueue own = engine.cq();
        QueuePair elsewhere = context.allocPd().createQp(Sims.qp(QpType.RC, own).build());
        QueuePair sends = pd.createQp(Sims.qp(QpType.RC, own).sendCq(other).build());
        QueuePair receives = pd.createQp(Sims.qp(QpType.RC, own).recvCq(other).build());
        QueuePair shared = pd.createQp(Sims.qp(QpType.RC, own)
                .srq(pd.createSrq(SrqInitAttr.builder().maxWr(1).maxSge(1).build()))
                .build());
        QueuePair initiator = context.createQpEx(QpInitAttr.builder()
                .qpType(QpType.XRC_SEND)
                .pd(pd)
                .sendCq(own)
                .maxSendWr(1)
                .maxSendSge(1)
                .build());
        QueuePair target = context.createQpEx(QpInitAttr.builder()
                .qpType(QpType.XRC_RECV)
                .xrcd(context.openXrcd(XrcdInitAttr.privateDomain()))
                .build());

        refused(() -> engine.attach(elsewhere), "pd = ", "domain of the engine", "queue pair " + elsewhere.qpNum());
        refused(() -> engine.attach(sends), "send_cq = ");
        refused(() -> engine.attach(receives), "recv_cq = ");
        refused(() -> engine.attach(shared), "srq = ");
        refused(() -> engine.attach(initiator), "qp_type = XRC_SEND, limit RC, UC or UD");
        refused(() -> engine.attach(target), "qp_type = XRC_RECV");
        for (QueuePair qp : List.of(elsewhere, sends, receives, shared, initiator, target)) {
            qp.close();
        }
    }

    @Test
    void aSecondAttachOfAQueuePairIsRejected() {
        ProgressEngine engine = engine();
        QueuePair qp = pd.createQp(Sims.qp(QpType.UC, engine.cq()).build());
        AsyncQueuePair attached = engine.attach(qp);

        refused(() -> engine.attach(qp), "attached only once");
        assertThat(attached.qp()).isSameAs(qp);
        engine.close();
        assertThat(qp.isClosed()).isTrue();
    }

    // ---------------------------------------------------------------- progress

    @Test
    void progressCountsCompletionsAndDoesNotWait() throws Exception {
        ProgressEngine engine = engine();
        Ends ends = connected(engine);
        assertThat(engine.progress()).isZero();
        assertThat(engine.progress(Duration.ZERO)).isZero();
        assertThat(engine.progress(Duration.ofMillis(-1))).isZero();
        assertThat(engine.progress(Duration.ofMillis(1))).isZero();

        ends.far().recv();
        ends.far().recv();
        ends.near().send(ByteBuffer.allocate(1));
        ends.near().send(ByteBuffer.allocate(1));

        assertThat(engine.progress()).as("two sends and two receives").isEqualTo(4);
        assertThat(engine.progress()).isZero();
    }

    /** The engine handles more completions than one poll returns. */
    @Test
    void moreCompletionsThanOnePollReturnsAreHandled() throws Exception {
        ProgressEngine engine = engine();
        List<Ends> pairs = new ArrayList<>();
        List<CompletableFuture<Message>> received = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Ends ends = connected(engine);
            pairs.add(ends);
            for (int message = 0; message < 16; message++) {
                received.add(ends.far().recv());
            }
        }
        for (int i = 0; i < 80; i++) {
            pairs.get(i / 16).near().send(ByteBuffer.allocate(4).putInt(0, i));
        }

        int handled = 0;
        int more;
        do {
            more = engine.progress();
            handled += more;
        } while (more > 0);

        assertThat(handled).isEqualTo(160);
        for (int i = 0; i < 80; i++) {
            assertThat(received.get(i)).isCompleted();
            assertThat(received.get(i).get().data().getInt()).isEqualTo(i);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 50_000, 30_000_000_000L})
    void aCompletionWakesAThreadThatWaitsForProgress(long spin) throws Exception {
        ProgressEngine engine = build(ProgressEngine.builder(pd).spin(Duration.ofNanos(spin)));
        Ends ends = connected(engine);
        CompletableFuture<Message> received = ends.far().recv();
        CompletableFuture<Integer> progress = new CompletableFuture<>();
        Thread waiting = new Thread(() -> {
            try {
                int count = 0;
                while (count < 2) {
                    count += engine.progress(PATIENCE);
                }
                progress.complete(count);
            } catch (InterruptedException | RuntimeException e) {
                progress.completeExceptionally(e);
            }
        });
        waiting.start();
        if (spin == 0) {
            while (waiting.getState() == Thread.State.RUNNABLE || waiting.getState() == Thread.State.NEW) {
                Thread.onSpinWait();
            }
        }

        ends.near().send(ByteBuffer.allocate(3));

        assertThat(progress.get(60, TimeUnit.SECONDS)).isEqualTo(2);
        assertThat(received.get().length()).isEqualTo(3);
        waiting.join();
    }

    @Test
    void theProgressThreadIsADaemonNamedAfterTheDevice() throws Exception {
        ProgressEngine engine = engine();
        Ends ends = connected(engine);
        CompletableFuture<Thread> thread = ends.far().recv().thenApply(message -> Thread.currentThread());

        assertThat(engine.start()).isSameAs(engine);
        ends.near().send(ByteBuffer.allocate(1));

        Thread progressing = thread.get(60, TimeUnit.SECONDS);
        assertThat(progressing.getName())
                .isEqualTo("verbena-progress-" + context.device().name());
        assertThat(progressing.isDaemon()).isTrue();
        engine.close();
        assertThat(progressing.isAlive()).as("after close").isFalse();
    }

    // ---------------------------------------------------------------- close

    @Test
    void aClosedEngineRejectsCallsAndMakesNoProgress() throws Exception {
        ProgressEngine engine = engine();
        QueuePair qp = pd.createQp(Sims.qp(QpType.RC, Sims.cq(context)).build());
        Ends ends = connected(engine);
        engine.close();

        assertThatIllegalStateException().isThrownBy(engine::start).withMessage("the engine is closed");
        assertThat(engine.progress(PATIENCE)).isZero();
        refused(() -> engine.attach(qp), "send_cq");
        assertThat(ends.near().recv()).isCompletedExceptionally();
        assertThat(engine.cq().isClosed()).isTrue();
    }

    @Test
    void aRunningEngineIsNotStartedAgain() {
        ProgressEngine engine = engine().start();

        assertThatIllegalStateException().isThrownBy(engine::start).withMessage("the engine is already running");
    }

    /** The close of an engine fails with EBUSY while an unattached queue pair uses its completion queue. */
    @Test
    void closeFailsWithEbusyWhileAnUnattachedQueuePairExists() {
        ProgressEngine engine = engine();
        QueuePair guest = pd.createQp(Sims.qp(QpType.RC, engine.cq()).build());

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(engine::close)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EBUSY));
        refused(() -> engine.attach(guest), "engine = closed");
        guest.close();
        engine.close();

        assertThat(engine.cq().isClosed()).isTrue();
        pd.close();
    }

    @Test
    void closeCompletesDespiteAnInterrupt() throws Exception {
        ProgressEngine engine = engine();
        Ends ends = connected(engine);
        CompletableFuture<Thread> thread = ends.far().recv().thenApply(message -> Thread.currentThread());
        engine.start();
        ends.near().send(ByteBuffer.allocate(1));
        Thread progressing = thread.get(60, TimeUnit.SECONDS);

        Thread.currentThread().interrupt();
        engine.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(progressing.isAlive()).isFalse();
    }

    @Test
    void aCallbackOfAFutureMayCloseTheEngine() throws Exception {
        ProgressEngine engine = engine();
        Ends ends = connected(engine);
        CompletableFuture<Void> closed = ends.far().recv().thenRun(engine::close);
        engine.start();

        ends.near().send(ByteBuffer.allocate(1));

        closed.get(60, TimeUnit.SECONDS);
        assertThat(engine.cq().isClosed()).isTrue();
        assertThat(ends.near().qp().isClosed()).isTrue();
    }

    /** A close frees the buffers, the completion queue and the channel, so that the domain can be closed. */
    @Test
    void closeReleasesAllResources() {
        ProgressEngine engine = engine();
        connected(engine);

        engine.close();

        pd.close();
        assertThat(pd.isClosed()).isTrue();
        assertThat(engine.cq().channel().orElseThrow().isClosed()).isTrue();
    }
}
