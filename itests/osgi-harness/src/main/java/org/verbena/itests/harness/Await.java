package org.verbena.itests.harness;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waiting for what other threads do, for example Configuration Admin's. */
public final class Await {
    // Only a failing test reaches it; emulated guests are slow.
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(5);

    private Await() {}

    /**
     * Waits until something is as expected.
     *
     * @param <T> its type
     * @param what what it is, for the message of the failure
     * @param now how it is now; an exception means that it is not there yet
     * @param expected what is expected
     * @return how it is then
     */
    public static <T> T until(String what, Supplier<T> now, Predicate<T> expected) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            Object seen;
            try {
                T value = now.get();
                if (expected.test(value)) {
                    return value;
                }
                seen = value;
            } catch (RuntimeException | AssertionError e) {
                seen = e;
            }
            if (System.nanoTime() > end) {
                throw new AssertionError("waited in vain for " + what + "; last seen: " + seen);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }
}
