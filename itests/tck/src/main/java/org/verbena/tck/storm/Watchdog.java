package org.verbena.tck.storm;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/** Ends the process, with a dump of its threads, when one of those it watches does not get on. */
final class Watchdog {
    /** The status of a process that hangs. */
    static final int HANGS = 3;

    /** A step takes milliseconds; the emulator of lane softroce is slow. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final long GONE = Long.MIN_VALUE;

    private final AtomicLongArray seen;
    private final Thread thread = new Thread(this::watch, "storm-watchdog");

    Watchdog(int threads) {
        seen = new AtomicLongArray(threads);
        thread.setDaemon(true);
    }

    void start() {
        for (int i = 0; i < seen.length(); i++) {
            sees(i);
        }
        thread.start();
    }

    void stop() {
        thread.interrupt();
    }

    /** A thread begins a step. */
    void sees(int number) {
        // The lowest bit keeps it from looking gone.
        seen.set(number, System.nanoTime() | 1);
    }

    /** A thread has ended. */
    void loses(int number) {
        seen.set(number, GONE);
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
            boolean allGone = true;
            for (int i = 0; i < seen.length(); i++) {
                long last = seen.get(i);
                allGone &= last == GONE;
                if (last != GONE && now - last > PATIENCE.toNanos()) {
                    bark("Thread storm-" + i + " has not got on for " + PATIENCE);
                }
            }
            end = allGone && end == 0 ? now : end;
            if (allGone && now - end > PATIENCE.toNanos()) {
                bark("Closing the contexts has not ended in " + PATIENCE);
            }
        }
    }

    private static void bark(String what) {
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
