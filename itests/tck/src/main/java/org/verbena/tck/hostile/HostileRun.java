package org.verbena.tck.hostile;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.NoProviderException;
import org.verbena.QpState;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.RecvBatch;
import org.verbena.RecvWr;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.VerbsException;
import org.verbena.VerbsObject;
import org.verbena.VerbsProvider;
import org.verbena.async.WorkRequestException;
import org.verbena.connect.ConnectorException;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpWalk;
import org.verbena.tck.storm.Watchdog;
import org.verbena.tck.traffic.Pair;
import org.verbena.tck.traffic.WorkRequest;

/**
 * Calls the public api of a device with hostile objects. Each call must return or throw a documented exception.
 *
 * <p>The calls are made in episodes. Each episode has its own device context, and a seed from which it can be
 * repeated alone. At its end the context must still serve another thread and close, every accepted work request must be
 * accounted for, and a message must arrive on a fresh context.
 */
public final class HostileRun {
    private static final int CALLS_PER_EPISODE = 100;

    /** From this number of calls on, every method must have been called. */
    private static final int COMPLETE = 10_000;

    /** The number of calls of an episode that are taken from the list in turn. */
    private static final int IN_TURN = 8;

    private static final int ATTEMPTS = 5;
    private static final int LONGEST_TEXT = 100;

    private final VerbsProvider provider;
    private final Device device;
    private final HostileSettings settings;
    private final LastCall last;
    private final List<Executable> calls = new ArrayList<>();
    private final Map<Executable, Integer> made = new LinkedHashMap<>();
    private final Watchdog watchdog = new Watchdog("hostile", 1);
    private final AtomicReference<@Nullable Throwable> uncaught = new AtomicReference<>();
    private final ExecutorService accomplice = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "hostile-accomplice");
        thread.setDaemon(true);
        return thread;
    });
    private long count;
    private long failed;

    HostileRun(VerbsProvider provider, Device device, HostileSettings settings, LastCall last, List<Class<?>> further) {
        this.provider = provider;
        this.device = device;
        this.settings = settings;
        this.last = last;
        PublicCalls.all().stream()
                .filter(call -> PublicCalls.exemption(call).isEmpty())
                .forEach(calls::add);
        further.forEach(type -> Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .forEach(calls::add));
    }

    /**
     * Makes the calls.
     *
     * @param foreign a device of another provider
     * @return the result, for the line of the lane
     * @throws Exception if the thread is interrupted
     * @throws AssertionError if a call ends otherwise than documented; the message says how to repeat its episode
     */
    String run(Device foreign) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught.compareAndSet(null, e));
        watchdog.start();
        long episodes = Math.max(1, settings.calls() / CALLS_PER_EPISODE);
        try (Scene other = new Scene(device);
                Scene alien = new Scene(foreign)) {
            for (long i = 0; i < episodes; i++) {
                episode(settings.seed() + i, Math.min(CALLS_PER_EPISODE, settings.calls()), other, alien);
            }
            if (settings.calls() >= COMPLETE) {
                callRest(settings.seed() + episodes, other, alien);
            }
            finish(other);
        }
        watchdog.stop();
        accomplice.shutdown();
        return "%d calls of %d methods, %d with an exception".formatted(count, made.size(), failed);
    }

    /** Calls the methods that no episode has called, each on a fresh context. */
    private void callRest(long seed, Scene other, Scene alien) throws Exception {
        RandomGenerator random = new SplittableRandom(seed);
        for (Executable call : calls) {
            for (int i = 0; i < ATTEMPTS && !made.containsKey(call); i++) {
                try (Scene scene = new Scene(device)) {
                    Class<?> type = call.getDeclaringClass();
                    if (!PublicCalls.isStatic(call)
                            && (type.isInterface() || scene.knows(type))
                            && scene.find(type, 0).isEmpty()) {
                        break;
                    }
                    new Episode(new Arguments.Surroundings(scene, other, alien, provider), random, seed, 0)
                            .call(call, null);
                    if (i == ATTEMPTS - 1 && !made.containsKey(call)) {
                        throw new AssertionError("not called: " + PublicCalls.describe(call));
                    }
                    scene.closeOthers();
                } catch (Throwable e) {
                    throw failure(settings.seed(), e);
                }
            }
        }
    }

    private void episode(long seed, long length, Scene other, Scene alien) throws Exception {
        RandomGenerator random = new SplittableRandom(seed);
        try (Scene scene = new Scene(device)) {
            Episode episode = new Episode(
                    new Arguments.Surroundings(scene, other, alien, provider), random, seed, count + length);
            episode.run();
            watchdog.sees(0);
            last.begin("end of the episode");
            serveOtherThread(scene);
            finish(scene);
        } catch (Throwable e) {
            throw failure(seed, e);
        }
        Throwable silent = uncaught.get();
        if (silent != null) {
            throw failure(seed, silent);
        }
        watchdog.sees(0);
        roundTrip(seed);
    }

    private AssertionError failure(long seed, Throwable e) {
        return new AssertionError(
                "%s: %s%nLast calls:%n%s%nRepeat the episode with -D%s=%d -D%s=%d"
                        .formatted(
                                device.name(),
                                e,
                                last,
                                HostileSettings.SEED_PROPERTY,
                                seed,
                                HostileSettings.CALLS_PROPERTY,
                                Math.min(CALLS_PER_EPISODE, settings.calls())),
                e);
    }

    // ---------------------------------------------------------------- invariants

    /** No lock is left held: another thread creates and closes objects. */
    private void serveOtherThread(Scene scene) throws InterruptedException, ExecutionException {
        DeviceContext context = scene.fixture().context();
        accomplice
                .submit(() -> {
                    if (!context.isClosed()) {
                        context.allocPd().close();
                        context.createCq(CqInitAttr.builder().cqe(1).build()).close();
                    }
                })
                .get();
    }

    /** Closed engines complete all their futures. */
    private static void finish(Scene scene) throws Exception {
        scene.closeOthers();
        for (CompletableFuture<?> future : scene.futures()) {
            try {
                future.get(Fixture.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            } catch (ExecutionException | CancellationException e) {
                // The call has ended.
            }
        }
    }

    private void roundTrip(long seed) {
        try (Fixture fixture = Fixture.on(device)) {
            Pair pair = Pair.of(fixture, fixture.anyType());
            byte[] sent = pair.requester().memory().fill(0, 100, seed);
            pair.responder().postRecv(1, 0, 200);
            pair.post(WorkRequest.send().id(2).data(pair.requester().memory(), 0, 100));
            pair.requester().sends().success(2);
            pair.responder().receives().success(1);
            if (!Arrays.equals(sent, pair.responder().memory().bytes(pair.headerLength(), 100))) {
                throw new AssertionError("other data arrived");
            }
        } catch (AssertionError | RuntimeException e) {
            throw failure(seed, e);
        }
    }

    /** Returns whether the Javadoc allows this end of a call. */
    private static boolean isDocumented(Throwable end, Mischief mischief) {
        return end instanceof VerbsException
                || end instanceof IllegalArgumentException
                || end instanceof IllegalStateException
                || end instanceof NullPointerException
                || end instanceof IndexOutOfBoundsException
                || end instanceof WorkRequestException
                || end instanceof ConnectorException
                || end instanceof NoProviderException
                || end instanceof InterruptedException
                || end instanceof Mischief.HostileException
                || end instanceof Mischief.HostileError
                // A buffer of another thread's arena throws it: java.lang.foreign, not in release 17.
                || end.getClass().getName().equals("java.lang.WrongThreadException")
                || (end instanceof StackOverflowError && mischief.hasOverflowed());
    }

    // ---------------------------------------------------------------- calls

    /** The calls on one scene. */
    private final class Episode {
        private final Arguments.Surroundings surroundings;
        private final RandomGenerator random;
        private final long end;
        private long turn;

        Episode(Arguments.Surroundings surroundings, RandomGenerator random, long seed, long end) {
            this.surroundings = surroundings;
            this.random = random;
            this.end = end;
            this.turn = seed * IN_TURN;
        }

        void run() throws Exception {
            while (count < end) {
                switch (random.nextInt(8)) {
                    case 0 -> build();
                    case 1 -> post();
                    case 2 -> readInPlace();
                    default -> any();
                }
            }
        }

        private boolean oneIn(int n) {
            return random.nextInt(n) == 0;
        }

        /** One call of the next method of the list, or of any method of a handle. */
        private void any() throws Exception {
            Executable call;
            if (oneIn(2)) {
                call = calls.get((int) Math.floorMod(turn++, (long) calls.size()));
            } else {
                List<Executable> ofHandles =
                        calls.stream().filter(this::isOfHandle).toList();
                call = ofHandles.get(random.nextInt(ofHandles.size()));
            }
            call(call, null);
        }

        private boolean isOfHandle(Executable call) {
            Class<?> type = call.getDeclaringClass();
            return type.isInterface() || surroundings.scene().knows(type);
        }

        /** A list of sends: ibv_wr_start(3). */
        private void build() throws Exception {
            Optional<QueuePairEx> found = surroundings.scene().find(QueuePairEx.class, random.nextInt(64));
            if (found.isEmpty()) {
                return;
            }
            QueuePairEx qp = found.get();
            revive(qp.queuePair());
            call(method(QueuePairEx.class, "wrStart"), qp);
            for (int i = random.nextInt(3); i >= 0; i--) {
                call(oneOf(QueuePairEx.class, "wrSend|wrRdma.*|wrSendTso|wrBindMw|wrId|wrFlags|wrLocalInv"), qp);
                call(oneOf(QueuePairEx.class, "wrSet.*"), qp);
            }
            if (oneIn(4) || !call(method(QueuePairEx.class, "wrComplete"), qp)) {
                call(method(QueuePairEx.class, "wrAbort"), qp);
            }
        }

        /** A batch of sends or receives. */
        private void post() throws Exception {
            Optional<QueuePair> found = surroundings.scene().find(QueuePair.class, random.nextInt(64));
            if (found.isEmpty() || surroundings.scene().fixture().context().isClosed()) {
                return;
            }
            revive(found.get());
            boolean sends = oneIn(2);
            Object batch = sends
                    ? surroundings.scene().fixture().context().newSendBatch(4, 2, 64)
                    : surroundings.scene().fixture().context().newRecvBatch(4, 2);
            for (int i = random.nextInt(4); i >= 0; i--) {
                Object wr = batch instanceof SendBatch list ? list.add() : ((RecvBatch) batch).add();
                Class<?> type = sends ? SendWr.class : RecvWr.class;
                call(method(type, "wrId"), wr);
                call(oneOf(type, "send|write|read|tso|bindMw|noData"), wr);
                call(oneOf(type, "sge|inlineData|to|setSge|signaled"), wr);
            }
            for (int i = 0; i < 2; i++) {
                Executable post = oneOf(QueuePair.class, sends ? "postSend" : "postRecv");
                @Nullable
                Object[] arguments = post.getParameterCount() == 1
                        ? new @Nullable Object[] {batch}
                        : new @Nullable Object[] {batch, random.nextInt(2), 1 + random.nextInt(4)};
                call(post, found.get(), arguments, mischief(), List.of(batch));
            }
        }

        /** A call between the start and the end of reading: ibv_start_poll(3). */
        private void readInPlace() throws Exception {
            Optional<CompletionQueueEx> cq = surroundings.scene().find(CompletionQueueEx.class, 0);
            if (cq.isPresent() && call(method(CompletionQueueEx.class, "startPoll"), cq.get())) {
                switch (random.nextInt(3)) {
                    case 0 -> post();
                    case 1 -> build();
                    default -> any();
                }
                call(method(CompletionQueueEx.class, "nextPoll"), cq.get());
                call(method(CompletionQueueEx.class, "endPoll"), cq.get());
            }
        }

        /** Connects a queue pair again that an error has ended. */
        private void revive(QueuePair qp) {
            try {
                if (qp.state() != QpState.RTS && oneIn(2)) {
                    QpWalk.of(surroundings.scene().fixture(), qp).to(QpState.RTS);
                }
            } catch (VerbsException | IllegalStateException | AssertionError e) {
                // The queue pair or its context is closed.
            }
        }

        private Executable method(Class<?> type, String name) {
            return oneOf(type, name);
        }

        private Executable oneOf(Class<?> type, String names) {
            List<Method> methods = Arrays.stream(type.getMethods())
                    .filter(method -> method.getName().matches(names))
                    .sorted(Comparator.comparing(Method::toGenericString))
                    .toList();
            return methods.get(random.nextInt(methods.size()));
        }

        private Mischief mischief() {
            return new Mischief(new SplittableRandom(random.nextLong()), acts());
        }

        /** Returns what hostile objects do to the scene from inside a call. */
        private List<Runnable> acts() {
            Scene scene = surroundings.scene();
            return List.of(
                    () -> scene.find(QueuePair.class, random.nextInt(8)).ifPresent(VerbsObject::close),
                    () -> scene.find(QueuePair.class, random.nextInt(8))
                            .ifPresent(qp -> QpWalk.of(scene.fixture(), qp).step(QpState.RESET)),
                    () -> scene.find(QueuePairEx.class, random.nextInt(8)).ifPresent(QueuePairEx::wrAbort),
                    () -> scene.find(SendBatch.class, 0).ifPresent(SendBatch::clear),
                    () -> scene.find(CompletionQueue.class, 0).ifPresent(cq -> cq.ackEvents(1)),
                    () -> scene.fixture().pd().close(),
                    () -> {
                        if (random.nextInt(8) == 0) {
                            scene.fixture().context().close();
                        }
                    });
        }

        private boolean call(Executable call, @Nullable Object on) throws Exception {
            Mischief mischief = mischief();
            Arguments arguments = new Arguments(surroundings, random, mischief);
            Object receiver = on;
            if (receiver == null && !PublicCalls.isStatic(call)) {
                receiver = arguments.receiver(call.getDeclaringClass()).orElse(null);
                if (receiver == null) {
                    count++;
                    return false;
                }
            }
            @Nullable Object[] values = arguments.drawAll(call.getGenericParameterTypes(), 0);
            return call(call, receiver, values, mischief, List.copyOf(arguments.changeable()));
        }

        /** Makes a call. Returns whether it returned normally, and not false. */
        private boolean call(
                Executable call,
                @Nullable Object on,
                @Nullable Object[] values,
                Mischief mischief,
                List<Object> changeable)
                throws Exception {
            count++;
            made.merge(call, 1, Integer::sum);
            watchdog.sees(0);
            last.begin(describe(call, on, values));
            Future<?> other = oneIn(4) ? accomplice.submit(accomplish(call, on, values, changeable, mischief)) : null;
            mischief.start();
            Object result = null;
            Throwable thrown = null;
            try {
                result = invoke(call, on, values);
            } catch (Throwable e) {
                thrown = e;
            }
            if (other != null) {
                other.get();
            }
            mischief.end();
            if (thrown != null) {
                failed++;
                if (!isDocumented(thrown, mischief)) {
                    throw new AssertionError(describe(call, on, values) + " threw " + thrown, thrown);
                }
                return false;
            }
            surroundings.ownerOf(on).remember(result);
            return !Boolean.FALSE.equals(result);
        }

        private @Nullable Object invoke(Executable call, @Nullable Object on, @Nullable Object[] values)
                throws Throwable {
            try {
                return call instanceof Method method
                        ? method.invoke(on, values)
                        : ((Constructor<?>) call).newInstance(values);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        /** Returns what the other thread does during a call. */
        private Runnable accomplish(
                Executable call,
                @Nullable Object on,
                @Nullable Object[] values,
                List<Object> changeable,
                Mischief mischief) {
            boolean again = oneIn(2);
            return () -> {
                try {
                    if (again) {
                        Object result = invoke(call, on, values);
                        surroundings.ownerOf(on).remember(result);
                        endSection(call, on, result);
                    } else {
                        changeable.forEach(HostileRun::change);
                    }
                } catch (Throwable e) {
                    if (!isDocumented(e, mischief)) {
                        throw new AssertionError("the other thread: " + e, e);
                    }
                }
            };
        }

        /** Sections belong to the thread that started them. */
        private void endSection(Executable call, @Nullable Object on, @Nullable Object result) {
            if (call.getName().equals("wrStart") && on instanceof QueuePairEx qp) {
                qp.wrAbort();
            } else if (Boolean.TRUE.equals(result) && on instanceof CompletionQueueEx cq) {
                cq.endPoll();
            }
        }

        private String describe(Executable call, @Nullable Object on, @Nullable Object[] values) {
            return "%d: %s on %s with %s"
                    .formatted(
                            count,
                            PublicCalls.describe(call),
                            text(on),
                            Arrays.stream(values).map(HostileRun::text).toList());
        }
    }

    private static void change(Object object) {
        for (int i = 0; i < LONGEST_TEXT; i++) {
            if (object instanceof ByteBuffer buffer) {
                buffer.clear().position(i % 2 * buffer.capacity());
            } else if (object instanceof SendBatch batch) {
                batch.clear();
                batch.add().tso(ByteBuffer.allocate(1), 1);
            } else if (object instanceof RecvBatch batch) {
                batch.clear();
                batch.add();
            } else if (object instanceof SendWr wr) {
                wr.remoteSrqn(i);
            }
        }
    }

    private static String text(@Nullable Object value) {
        String text = value instanceof byte[] bytes ? "byte[" + bytes.length + "]" : String.valueOf(value);
        return text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text;
    }
}
