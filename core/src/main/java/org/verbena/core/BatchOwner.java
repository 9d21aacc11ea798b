// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The thread that may change and post a batch. Drivers dereference pointers in work requests, so a change during a post
 * could make them dereference a half-written pointer. Only the owner can pass the batch to another thread, and it
 * cannot do so during a post.
 *
 * <p>The check is a plain read: only thread T ever stores T, so a thread that reads itself is the owner.
 */
final class BatchOwner {
    private static final VarHandle OWNER;

    static {
        try {
            OWNER = MethodHandles.lookup().findVarHandle(BatchOwner.class, "owner", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String batch;
    private final String verb;

    /** The owner, null before the first use and after a release. */
    private @Nullable Thread owner;

    /**
     * Creates the owner of an unused batch.
     *
     * @param batch the name of the batch in messages
     * @param verb the verb that posts the batch
     */
    BatchOwner(String batch, String verb) {
        this.batch = batch;
        this.verb = verb;
    }

    /** Checks that the current thread owns the batch. It becomes the owner if no live thread owns the batch. */
    @SuppressWarnings("ReferenceEquality") // a subclass of Thread may override equals
    void require() {
        if (owner != Thread.currentThread()) {
            take();
        }
    }

    private void take() {
        Thread caller = Thread.currentThread();
        Thread seen = (Thread) OWNER.getAcquire(this);
        while (seen == null || !seen.isAlive()) {
            // The release or the end of the former owner happens before this, so its changes are visible.
            if (OWNER.compareAndSet(this, seen, caller)) {
                return;
            }
            seen = (Thread) OWNER.getAcquire(this);
        }
        throw new IllegalStateException(verb + " on " + batch + ": thread \"" + seen.getName()
                + "\" owns the batch; thread \"" + caller.getName()
                + "\" may change and post it after the owner calls release()");
    }

    /** Releases the batch. Does nothing if the batch has no owner. */
    void release() {
        if (OWNER.getAcquire(this) != null) {
            require();
            OWNER.setRelease(this, null);
        }
    }
}
