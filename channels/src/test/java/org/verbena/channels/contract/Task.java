// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Assumptions;

/** Runs a call in a thread. A test can wait until the call blocks, and then for its result. */
final class Task<T> {
    private static final int PATIENCE_SECONDS = 60;
    private static final int SAMPLES = 6;
    private static final int SAMPLE_MILLIS = 10;

    private final FutureTask<T> result;
    private final Thread thread;

    private Task(FutureTask<T> result, Thread thread) {
        this.result = result;
        this.thread = thread;
    }

    /** A call without a result. */
    @FunctionalInterface
    interface Action {
        void run() throws Exception;
    }

    /** Starts a call in a platform thread. */
    static <T> Task<T> start(Callable<T> call) {
        FutureTask<T> result = new FutureTask<>(call);
        Thread thread = new Thread(result, "contract task");
        thread.setDaemon(true);
        thread.start();
        return new Task<>(result, thread);
    }

    /** Starts a call without a result in a platform thread. */
    static Task<Void> run(Action action) {
        return start(() -> {
            action.run();
            return null;
        });
    }

    /** Starts a call in a virtual thread. Skips the test on a JDK without virtual threads. */
    static <T> Task<T> startVirtual(Callable<T> call) {
        Assumptions.assumeTrue(Runtime.version().feature() >= 21, "needs virtual threads");
        FutureTask<T> result = new FutureTask<>(call);
        try {
            // The tests compile for Java 17.
            Thread thread = (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, result);
            return new Task<>(result, thread);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the thread of the call. */
    Thread thread() {
        return thread;
    }

    /** Returns whether the call has returned or failed. */
    boolean isDone() {
        return result.isDone();
    }

    /**
     * Waits until the thread sleeps inside a method of this name. Several stack traces in a row must show the thread
     * parked or in native code at the same place.
     */
    Task<T> awaitBlockedIn(String method) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        StackTraceElement[] last = {};
        int same = 0;
        while (same < SAMPLES) {
            assertThat(result.isDone()).as("call of %s has returned", method).isFalse();
            assertThat(System.nanoTime())
                    .as("time until the thread blocks in %s, last stack %s", method, Arrays.toString(last))
                    .isLessThan(deadline);
            StackTraceElement[] now = thread.getStackTrace();
            same = sleepsIn(method, now) && Arrays.equals(now, last) ? same + 1 : 0;
            last = now;
            Thread.sleep(SAMPLE_MILLIS);
        }
        return this;
    }

    private boolean sleepsIn(String method, StackTraceElement[] stack) {
        Thread.State state = thread.getState();
        boolean parked = state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
        return stack.length > 0
                && (parked || stack[0].isNativeMethod())
                && Arrays.stream(stack).anyMatch(frame -> frame.getMethodName().equals(method));
    }

    /** Interrupts the thread. */
    void interrupt() {
        thread.interrupt();
    }

    /** Waits for the result. */
    T result() throws Exception {
        try {
            return result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            AssertionError hang = new AssertionError("no result after " + PATIENCE_SECONDS + " s", e);
            hang.setStackTrace(thread.getStackTrace());
            throw hang;
        }
    }

    /** Waits for the exception with which the call fails. */
    Throwable failure() {
        Throwable thrown = catchThrowable(this::result);
        assertThat(thrown).as("failure of the call").isInstanceOf(ExecutionException.class);
        return thrown.getCause();
    }
}
