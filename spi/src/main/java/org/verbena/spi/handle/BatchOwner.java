package org.verbena.spi.handle;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The thread that may change and post a batch. Drivers follow pointers in work requests, so a change during a post could
 * make them follow a pointer that is half written. Only the owner itself can give the batch to another thread, and it
 * cannot do so while it is in a post.
 *
 * <p>The check is a plain read: no thread but T ever stores T, so a thread that reads itself is the owner.
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

    /** Null before the first use and after a release. */
    private @Nullable Thread owner;

    /**
     * Creates the owner of a batch that no thread has used.
     *
     * @param batch names the batch in messages
     * @param verb the call that posts it
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
            // Both a release and the end of a thread happen before this: the changes of the former owner are visible.
            if (OWNER.compareAndSet(this, seen, caller)) {
                return;
            }
            seen = (Thread) OWNER.getAcquire(this);
        }
        throw new IllegalStateException(verb + " on " + batch + ": thread \"" + seen.getName()
                + "\" owns the batch; thread \"" + caller.getName()
                + "\" may change and post it after the owner calls release()");
    }

    /** Gives the batch up; a batch without an owner stays without one. */
    void release() {
        if (OWNER.getAcquire(this) != null) {
            require();
            OWNER.setRelease(this, null);
        }
    }
}
