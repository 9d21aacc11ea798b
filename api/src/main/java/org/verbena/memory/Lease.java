// SPDX-License-Identifier: Apache-2.0
package org.verbena.memory;

import java.lang.ref.WeakReference;

/**
 * The use of a buffer in a pool that tracks leaks: the owner, if the application still has it, and where it took it.
 */
final class Lease extends WeakReference<PooledBuffer> {
    private final Throwable taken;

    Lease(PooledBuffer owner, Throwable taken) {
        super(owner);
        this.taken = taken;
    }

    Throwable taken() {
        return taken;
    }

    boolean isLeaked() {
        return refersTo(null);
    }
}
