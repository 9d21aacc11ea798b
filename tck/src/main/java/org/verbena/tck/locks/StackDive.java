// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.locks;

import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.fixture.Threads;

/**
 * Calls methods with hardly any stack left. A thread recurses to the limit and tries the call in some frames on its way
 * back. A call may fail with a StackOverflowError, but must not leave a lock held. Afterwards, another thread makes
 * every call and closes the objects.
 */
public final class StackDive {
    private static final int FIRST_CALLS = 20;
    private static final int STACK_BYTES = 512 * 1024;

    /** The maximum number of tries of a dive. The call usually succeeds long before. */
    private static final int TRIES = 60;

    /** The number of frames per try. An overflow of a few hundred frames is slow. */
    private static final int FRAMES_PER_TRY = 8;

    /** The number of consecutive successes that end a dive. */
    private static final int ENOUGH = 3;

    /**
     * A class that JNA's map of memory rarely needs. An overflow in its initialisation makes it unusable for the whole
     * process.
     */
    private static final String RARE_CLASS = "java.util.concurrent.ConcurrentHashMap$TreeBin";

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int NO_PROGRESS = 3;

    private final Map<String, Runnable> calls;
    private final StressSettings settings;
    private final Random random;
    private long overflows;
    private long successes;

    /**
     * Creates a dive.
     *
     * @param calls the calls by name, which any thread can repeat
     * @param settings the number of dives for each call, and the seed
     */
    public StackDive(Map<String, Runnable> calls, StressSettings settings) {
        this.calls = calls;
        this.settings = settings;
        this.random = new Random(settings.seed());
    }

    /**
     * Makes the calls. Ends the JVM if a lock is left held.
     *
     * @param close closes the objects
     * @throws Exception if a call fails in another way
     */
    public void run(Runnable close) throws Exception {
        ExecutorService other = Threads.daemon("other");
        // Calls with enough stack load and initialise classes, and fill the queues.
        Class.forName(RARE_CLASS);
        for (int i = 0; i < FIRST_CALLS; i++) {
            calls.values().forEach(Runnable::run);
        }
        for (Map.Entry<String, Runnable> call : calls.entrySet()) {
            System.out.println(call.getKey());
            Thread diver = new Thread(null, () -> diveOften(call.getValue()), "diver", STACK_BYTES);
            diver.start();
            diver.join(PATIENCE.toMillis());
            if (diver.isAlive()) {
                giveUp(call.getKey() + " itself");
            }
            // The other thread must find every lock free.
            within("after " + call.getKey(), other, () -> calls.values().forEach(Runnable::run));
        }
        within("close", other, close);
        other.shutdown();
    }

    /**
     * Returns the result for display.
     *
     * @return the numbers of calls, overflows and successes
     */
    public String result() {
        return "%d kinds of calls at the limit of the stack, %d overflows, %d successes, no lock left held"
                .formatted(calls.size(), overflows, successes);
    }

    private static void within(String what, ExecutorService other, Runnable action) throws Exception {
        try {
            other.submit(action).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            giveUp(what);
        }
    }

    private static void giveUp(String what) {
        System.out.println("No progress: " + what);
        Thread.getAllStackTraces().forEach((thread, trace) -> {
            System.out.println(thread);
            for (StackTraceElement element : trace) {
                System.out.println("\tat " + element);
            }
        });
        System.out.flush();
        Runtime.getRuntime().halt(NO_PROGRESS);
    }

    private void diveOften(Runnable call) {
        for (int i = 0; i < settings.count(); i++) {
            Dive dive = new Dive(call, random.nextLong());
            try {
                dive.down(0, 1, 2, 3);
            } catch (StackOverflowError e) {
                // The first frame is far from the limit. Only a dive that ended on the way back gets here.
            }
            overflows += dive.overflows;
            successes += dive.successes;
        }
    }

    /** A recursion to the limit and back. Frames have two sizes, in an order that differs in each dive. */
    private static final class Dive {
        private final Runnable call;
        private long bits;
        private int tries;
        private int inARow;
        private long overflows;
        private long successes;

        Dive(Runnable call, long bits) {
            this.call = call;
            this.bits = bits;
        }

        void down(int depth, long a, long b, long c) {
            try {
                if (depth > 0 && (Long.rotateLeft(bits, depth) & 1) == 0) {
                    wide(depth + 1, a, b, c, a + b, b + c, c + a, a - b);
                } else {
                    down(depth + 1, a, b, c);
                }
            } catch (StackOverflowError e) {
                // The stack is exhausted, and the recursion returns.
            }
            attempt(depth);
        }

        private void wide(int depth, long a, long b, long c, long d, long e, long f, long g) {
            down(depth, a ^ d, b ^ e, c ^ f ^ g);
        }

        private void attempt(int depth) {
            boolean chosen = Math.floorMod(Long.rotateLeft(bits, depth * FRAMES_PER_TRY) * depth, FRAMES_PER_TRY) == 0;
            if (!chosen || tries >= TRIES || inARow >= ENOUGH) {
                return;
            }
            tries++;
            try {
                call.run();
                successes++;
                inARow++;
            } catch (StackOverflowError | LinkageError e) {
                // The JVM links call sites in Java, and reports an overflow there as another error.
                overflows++;
                inARow = 0;
            }
        }
    }
}
