// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.command;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A shutdown hook that treats Ctrl-C as a request to stop, and lets the command print its result before the JVM exits.
 */
public final class Interruption implements BooleanSupplier, AutoCloseable {
    private static final int SECONDS_TO_PRINT = 10;

    private final CountDownLatch printed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::awaitPrinted, "verbena-interruption");
    private volatile boolean requested;
    private volatile Runnable wakeUp = () -> {};

    public Interruption() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void awaitPrinted() {
        requested = true;
        wakeUp.run();
        try {
            printed.await(SECONDS_TO_PRINT, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean getAsBoolean() {
        return requested;
    }

    /**
     * Sets an action that ends a wait which cannot poll {@link #getAsBoolean}.
     *
     * @param action called by the shutdown hook, or immediately if the interruption has already occurred
     */
    public void onRequest(Runnable action) {
        wakeUp = action;
        if (requested) {
            action.run();
        }
    }

    /** Allows the JVM to exit. */
    @Override
    public void close() {
        printed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is already shutting down, and may be in this hook.
        }
    }
}
