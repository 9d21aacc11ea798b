// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.storm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.Device;
import org.verbena.tck.engine.ProviderArgument;
import org.verbena.tck.engine.ResultLine;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.fixture.LeakLog;

/**
 * A storm: 8 threads create, use and close every kind of handle at random, and use handles that others have just
 * closed. It succeeds if every step has a documented outcome, no thread hangs, and no object is left after all contexts
 * are closed.
 */
public final class Storm {
    /** The number of threads. */
    public static final int THREADS = 8;

    private static final List<Action> ACTIONS = Stream.of(
                    CreatingActions.actions(),
                    ChangingActions.actions(),
                    PostingActions.actions(),
                    WaitingActions.actions(),
                    ClosingActions.actions())
            .flatMap(actions -> actions)
            .toList();

    /** The actions, each repeated by its weight. */
    private static final List<Action> WEIGHED = ACTIONS.stream()
            .flatMap(action -> Stream.generate(() -> action).limit(action.weight()))
            .toList();

    /** The number of steps from which on every action must have been executed. */
    private static final long LONG = 20_000;

    private final StressSettings settings;
    private final StormStep.DeviceTraits traits;
    private final Pool.Pools pools;
    private final LongSupplier objects;
    private final StormTally tally = new StormTally(ACTIONS);
    private final Watchdog watchdog = new Watchdog("storm", THREADS);
    private final AtomicReference<@Nullable AssertionError> failure = new AtomicReference<>();

    private Storm(Device device, StressSettings settings, LongSupplier objects) {
        this.settings = settings;
        this.objects = objects;
        this.traits = StormStep.DeviceTraits.of(device);
        this.pools = new Pool.Pools(() -> new Pool(device));
    }

    /**
     * Runs a storm on a device in this process, and prints the result line.
     *
     * @param arguments the test environment, the device, and one or more providers, each with an optional
     *     configuration: {@code sim,profile=rxe}
     * @throws InterruptedException if this thread is interrupted
     */
    public static void main(String[] arguments) throws InterruptedException {
        run(arguments, () -> 0);
    }

    /**
     * Runs a storm with a count of the objects of this process.
     *
     * @param arguments as for {@link #main}
     * @param objects returns the number of objects of this process on the device, by means other than Verbena; always 0
     *     if unknown
     * @throws InterruptedException if this thread is interrupted
     * @throws AssertionError if a step has an undocumented outcome, or an object is left; the message contains the
     *     options that repeat the storm
     */
    public static void run(String[] arguments, LongSupplier objects) throws InterruptedException {
        StressSettings settings = StressSettings.of(StressSettings.Kind.STORM);
        String deviceName = arguments[1];
        for (String provider : Arrays.asList(arguments).subList(2, arguments.length)) {
            Device device = ProviderArgument.of(provider).device(deviceName);
            new ResultLine(arguments[0], ProviderArgument.name(provider), deviceName)
                    .print(on(device, settings, objects));
        }
    }

    private static String on(Device device, StressSettings settings, LongSupplier objects) throws InterruptedException {
        long before = objects.getAsLong();
        System.out.printf("storm on %s: %s%n", device, settings);
        try (LeakLog leaks = LeakLog.start()) {
            String result = new Storm(device, settings, objects).run(before);
            leaks.assertNone();
            return result;
        }
    }

    private String run(long objectsBefore) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            Thread thread = new Thread(() -> steps(number, start), "storm-" + number);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        watchdog.start();
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        AssertionError failed = failure.get();
        if (failed != null) {
            throw failed;
        }
        pools.close();
        watchdog.stop();
        System.out.println(tally.table());
        assertNothingLeft(objectsBefore);
        return tally.toString();
    }

    private void assertNothingLeft(long objectsBefore) {
        long left = objects.getAsLong() - objectsBefore;
        if (left != 0) {
            throw new AssertionError(
                    "%d objects are left after all contexts were closed; %s".formatted(left, settings.repetition()));
        }
        if (settings.count() >= LONG && !tally.unsuccessful().isEmpty()) {
            throw new AssertionError("Actions that never succeeded: " + tally.unsuccessful());
        }
    }

    private void steps(int thread, CountDownLatch start) {
        try {
            start.await();
            long steps = settings.count() / THREADS;
            for (long step = 0; step < steps && failure.get() == null; step++) {
                watchdog.beginsStep(thread);
                step(thread, step);
            }
        } catch (InterruptedException e) {
            failure.compareAndSet(null, new AssertionError("Interrupted during a storm", e));
        } finally {
            watchdog.ends(thread);
        }
    }

    private void step(int thread, long step) throws InterruptedException {
        SplittableRandom random = new SplittableRandom(settings.seed() + step * THREADS + thread);
        Action action = WEIGHED.get(random.nextInt(WEIGHED.size()));
        try {
            action.body().run(new StormStep(random, pools, pools.pick(random), traits));
            tally.done(action);
        } catch (Slots.NoHandleException e) {
            tally.foundNothing(action);
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) {
            if (action.mayEndWith(e)) {
                tally.refused(action, (RuntimeException) e);
            } else {
                failure.compareAndSet(
                        null,
                        new AssertionError(
                                "Step %d of thread %d, \"%s\", ended with %s; %s"
                                        .formatted(step, thread, action, e, settings.repetition()),
                                e));
            }
        }
    }
}
