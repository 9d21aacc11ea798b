// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.netty;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Ends tests that hang. Prints all stacks and interrupts the thread. Halts the JVM if the test ignores the interrupt.
 */
final class Watchdog {
    private static final long LIMIT_SECONDS = 180;
    private static final int EXIT_STATUS = 3;

    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1, task -> {
        Thread thread = new Thread(task, "watchdog");
        thread.setDaemon(true);
        return thread;
    });
    private Future<?> current = timer.submit(() -> {});

    /** Starts to watch a test that the calling thread runs. */
    void watch(String test) {
        Thread thread = Thread.currentThread();
        current = timer.scheduleAtFixedRate(
                new Runnable() {
                    private boolean interrupted;

                    @Override
                    public void run() {
                        if (interrupted) {
                            Runtime.getRuntime().halt(EXIT_STATUS);
                        }
                        interrupted = true;
                        System.out.println(test + " has not ended in " + LIMIT_SECONDS + " seconds");
                        for (ThreadInfo info :
                                ManagementFactory.getThreadMXBean().dumpAllThreads(false, false)) {
                            System.out.print(info);
                        }
                        System.out.flush();
                        thread.interrupt();
                    }
                },
                LIMIT_SECONDS,
                LIMIT_SECONDS,
                TimeUnit.SECONDS);
    }

    void stop() {
        current.cancel(false);
    }
}
