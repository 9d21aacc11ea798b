// SPDX-License-Identifier: Apache-2.0
package com.example.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Runs the garbage collector. */
final class Garbage {
    private static final int COLLECTIONS = 600;
    private static final long NANOS_EACH = TimeUnit.MILLISECONDS.toNanos(100);

    private Garbage() {}

    /** Collects garbage until a condition holds. */
    static void collectUntil(BooleanSupplier condition) {
        for (int i = 0; i < COLLECTIONS && !condition.getAsBoolean(); i++) {
            System.gc();
            LockSupport.parkNanos(NANOS_EACH);
        }
        assertThat(condition.getAsBoolean()).as("within 60 seconds").isTrue();
    }
}
