// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.storm;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/** Dumps all threads and ends the process when a watched thread makes no progress. */
public final class Watchdog {
    /** The exit status of a process that hangs. */
    public static final int HANGS = 3;

    /**
     * The time limit of a step. A step takes milliseconds, but emulated guests on a busy machine are a thousand times
     * slower.
     */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final long ENDED = Long.MIN_VALUE;

    private final AtomicLongArray seen;
    private final String name;
    private final Thread thread;

    /**
     * Creates a watchdog.
     *
     * @param name the prefix of the names of the threads
     * @param threads the number of threads
     */
    public Watchdog(String name, int threads) {
        this.name = name;
        thread = new Thread(this::watch, name + "-watchdog");
        seen = new AtomicLongArray(threads);
        thread.setDaemon(true);
    }

    /** Starts watching. */
    public void start() {
        for (int i = 0; i < seen.length(); i++) {
            beginsStep(i);
        }
        thread.start();
    }

    /** Stops watching. */
    public void stop() {
        thread.interrupt();
    }

    /**
     * Records that a thread begins a step.
     *
     * @param number the thread
     */
    public void beginsStep(int number) {
        // The lowest bit distinguishes the time from the value of an ended thread.
        seen.set(number, System.nanoTime() | 1);
    }

    /** Records that a thread has ended. */
    void ends(int number) {
        seen.set(number, ENDED);
    }

    private void watch() {
        long end = 0;
        while (true) {
            try {
                Thread.sleep(INTERVAL.toMillis());
            } catch (InterruptedException e) {
                return;
            }
            long now = System.nanoTime();
            boolean allEnded = true;
            for (int i = 0; i < seen.length(); i++) {
                long last = seen.get(i);
                allEnded &= last == ENDED;
                if (last != ENDED && now - last > PATIENCE.toNanos()) {
                    dumpAndExit("Thread " + name + "-" + i + " has made no progress for " + PATIENCE);
                }
            }
            end = allEnded && end == 0 ? now : end;
            if (allEnded && now - end > PATIENCE.toNanos()) {
                dumpAndExit("The contexts were not closed within " + PATIENCE);
            }
        }
    }

    private static void dumpAndExit(String what) {
        System.out.println(what + "; all threads:");
        for (Map.Entry<Thread, StackTraceElement[]> each :
                Thread.getAllStackTraces().entrySet()) {
            System.out.println(each.getKey() + " " + each.getKey().getState());
            for (StackTraceElement frame : each.getValue()) {
                System.out.println("\tat " + frame);
            }
        }
        System.out.flush();
        Runtime.getRuntime().halt(HANGS);
    }
}
