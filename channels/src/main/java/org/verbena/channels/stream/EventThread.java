// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A daemon thread that takes events one after the other until their source is closed. No exception ends it. */
final class EventThread<E> {
    /** The interval at which the thread checks whether to stop. */
    private static final Duration LOOK_UP = Duration.ofSeconds(1);

    private static final long RECOVERY_NANOS = 1_000_000;

    /** The source of the events. */
    @FunctionalInterface
    interface Source<E> {
        Optional<E> next(Duration timeout) throws InterruptedException;
    }

    private final String name;
    private final Source<E> source;
    private final BooleanSupplier isClosed;
    private final Consumer<E> handler;

    private EventThread(String name, Source<E> source, BooleanSupplier isClosed, Consumer<E> handler) {
        this.name = name;
        this.source = source;
        this.isClosed = isClosed;
        this.handler = handler;
    }

    static <E> Thread start(String name, Source<E> source, BooleanSupplier isClosed, Consumer<E> handler) {
        Thread thread = new Thread(new EventThread<>(name, source, isClosed, handler)::run, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void run() {
        boolean recovering = false;
        while (!isClosed.getAsBoolean()) {
            try {
                source.next(LOOK_UP).ifPresent(handler);
                recovering = false;
            } catch (InterruptedException | RuntimeException | Error e) {
                if (!isClosed.getAsBoolean() && !recovering) {
                    StreamRuntime.log("thread " + name + " continues", e);
                }
                recovering = true;
                LockSupport.parkNanos(RECOVERY_NANOS);
            }
        }
    }
}
