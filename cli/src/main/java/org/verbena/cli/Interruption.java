package org.verbena.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Ctrl-C as a wish to end: what there is can still be printed before the JVM goes. */
final class Interruption implements BooleanSupplier, AutoCloseable {
    private static final int SECONDS_TO_PRINT = 10;

    private final CountDownLatch printed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::awaitPrinted, "verbena-interruption");
    private volatile boolean requested;
    private volatile Runnable wakeUp = () -> {};

    Interruption() {
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
     * @param action called by the shutdown hook, or at once after an interruption
     */
    void onRequest(Runnable action) {
        wakeUp = action;
        if (requested) {
            action.run();
        }
    }

    /** Lets the JVM go. */
    @Override
    public void close() {
        printed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is going already, by this very hook.
        }
    }
}
