// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.harness;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits for the effects of other threads, for example those of Configuration Admin. */
public final class Await {
    // Only a failing test reaches this limit, which allows for slow emulated guests.
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(5);

    private Await() {}

    /**
     * Waits until a value meets a condition.
     *
     * @param <T> the type of the value
     * @param what the description of the value, for the failure message
     * @param now returns the current value; an exception means that the value does not exist yet
     * @param expected the condition
     * @return the value that meets the condition
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
                throw new AssertionError("timed out while waiting for " + what + "; last seen: " + seen);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }
}
