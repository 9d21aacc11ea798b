package org.verbena.spi.handle;

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
 * Lets a virtual thread wait for C without holding up its carrier: a native call cannot be unmounted, so that a platform
 * thread makes it, one for each that waits. The virtual thread meanwhile waits for a {@link Future}, where it unmounts on
 * every JDK that has virtual threads; its callers hold no monitor, which would keep it mounted on JDK 21 to 23 (JEP 491).
 */
final class VirtualThreads {
    /** Threads go when there has been nothing to wait for in a minute. */
    private static final ExecutorService PLATFORM_THREADS = Executors.newCachedThreadPool(task -> {
        // It outlives the call that it was started for, and keeps nothing of it.
        Thread thread = new Thread(null, task, "verbena-wait", 0, /* inheritInheritableThreadLocals= */ false);
        thread.setDaemon(true);
        return thread;
    });

    /** {@code Thread.isVirtual()}, of JDK 21. */
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
            // The driver's object must stay until the platform thread has left it, within its short slice.
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
