// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

/**
 * The owner of a stream or of a listener. Threads of the library call it without a lock. It must not block and must not
 * throw.
 */
@FunctionalInterface
public interface StreamObserver {
    /** An owner that does nothing. */
    StreamObserver NONE = ready -> {};

    /**
     * Called when operations may have become ready.
     *
     * @param ready the bits of {@link Readiness}
     */
    void onReady(int ready);
}
