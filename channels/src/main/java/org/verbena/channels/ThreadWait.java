// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The thread that waits in a blocking call. A lock of the channel admits one at a time. It works with virtual threads.
 */
final class ThreadWait {
    /** The polling before the thread sleeps. */
    final AdaptiveSpin spin;

    private volatile @Nullable Thread thread;

    /** A wait without polling. */
    ThreadWait() {
        this(0);
    }

    /** A wait that polls for some nanoseconds first. */
    ThreadWait(long spinNanos) {
        spin = new AdaptiveSpin(spinNanos);
    }

    void begin() {
        thread = Thread.currentThread();
    }

    void end() {
        thread = null;
    }

    /** Waits for {@link #wake}, a time in nanoseconds at most, without limit for 0. May return early. */
    void park(long nanos) {
        if (nanos == 0) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, nanos);
        }
    }

    void wake() {
        Thread current = thread;
        if (current != null) {
            LockSupport.unpark(current);
        }
    }
}
