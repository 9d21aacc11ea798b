// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.waiting;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets a virtual thread wait for C without pinning its carrier. A native call cannot be unmounted, so a platform thread
 * makes the call, one per waiting virtual thread. The virtual thread waits for a {@link Future} and is unmounted, on
 * every JDK that has virtual threads. Its callers hold no monitor, which would pin it on JDK 21 to 23 (JEP 491).
 */
public final class VirtualThreads {
    /** The platform threads. A thread ends after a minute without work. */
    private static final ExecutorService PLATFORM_THREADS = Executors.newCachedThreadPool(task -> {
        // The thread outlives the call that it was started for, and must not inherit anything from it.
        Thread thread = new Thread(null, task, "verbena-wait", 0, /* inheritInheritableThreadLocals= */ false);
        thread.setDaemon(true);
        return thread;
    });

    /** {@code Thread.isVirtual()} of JDK 21, null in older JDKs. */
    private static final @Nullable MethodHandle IS_VIRTUAL = isVirtualMethod();

    private static final long PAUSE_NANOS = 100_000;

    private VirtualThreads() {}

    private static @Nullable MethodHandle isVirtualMethod() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    static void run(Waiters.Wait wait, long nanos) throws InterruptedException {
        if (!isVirtual(Thread.currentThread())) {
            wait.await(nanos);
            return;
        }
        Future<?> waiting = PLATFORM_THREADS.submit(() -> {
            wait.await(nanos);
            return null;
        });
        try {
            waiting.get();
        } catch (InterruptedException e) {
            // The driver object must exist until the platform thread has left it, at the end of its short slice.
            awaitEnd(waiting);
            throw e;
        } catch (ExecutionException e) {
            throw asUnchecked(e);
        }
    }

    private static void awaitEnd(Future<?> waiting) {
        while (!waiting.isDone()) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static RuntimeException asUnchecked(ExecutionException e) {
        return e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
    }

    private static boolean isVirtual(Thread thread) {
        if (IS_VIRTUAL == null) {
            return false;
        }
        try {
            return (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("isVirtual throws nothing", e);
        }
    }
}
