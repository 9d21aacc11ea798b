// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.command;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.verbena.cli.text.CommandException;

/**
 * A request to stop a command. Ctrl-C makes it, and the command prints its result before the JVM exits. A server can
 * also stop because no client connects.
 */
public final class Interruption implements BooleanSupplier, AutoCloseable {
    private static final int SECONDS_TO_PRINT = 10;

    private final CountDownLatch printed = new CountDownLatch(1);
    private final CountDownLatch connected = new CountDownLatch(1);
    private final Thread hook = new Thread(this::awaitPrinted, "verbena-interruption");
    private volatile @Nullable Duration expired;
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

    /**
     * Requests a stop if {@link #clientConnected} is not called within a time limit.
     *
     * @param limit the time limit
     */
    public void awaitClient(Duration limit) {
        Thread timer = new Thread(
                () -> {
                    try {
                        if (!connected.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                            expired = limit;
                            requested = true;
                            wakeUp.run();
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "verbena-wait");
        timer.setDaemon(true);
        timer.start();
    }

    /** Ends the time limit for a client. */
    public void clientConnected() {
        connected.countDown();
    }

    /**
     * Returns the failure of a command that a request has stopped.
     *
     * @return an exception whose message is the reason of the request
     */
    public CommandException failure() {
        Duration limit = expired;
        return new CommandException(
                limit == null ? "interrupted" : "no client connected within " + limit.toSeconds() + " s");
    }

    /**
     * Checks that the time limit for a client has not expired.
     *
     * @throws CommandException if it has expired
     */
    public void requireClient() {
        if (expired != null) {
            throw failure();
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
