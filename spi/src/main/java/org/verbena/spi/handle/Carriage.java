package org.verbena.spi.handle;

import org.verbena.ClosedHandleException;

/**
 * Whether work requests may carry an object whose driver's pointer C follows while it posts. A post looks after it has
 * entered its gate; a destroy says that the object is going, and then waits for the posts that are under way.
 */
final class Carriage implements Retirement {
    private final Object object;
    private final SendGates posts;
    private volatile boolean carried;
    private volatile boolean going;

    /**
     * Not on its way out.
     *
     * @param object whose text is for people
     * @param posts where work requests may carry it
     */
    Carriage(Object object, SendGates posts) {
        this.object = object;
        this.posts = posts;
    }

    /** A work request carries the object from now on. */
    void carry() {
        carried = true;
    }

    /** Returns whether no destroy has begun. If it begins later, it waits for the post that the caller is in. */
    boolean isUsable() {
        return !going;
    }

    void requireUsable(String verb) {
        if (going) {
            throw new ClosedHandleException(verb, object.toString());
        }
    }

    /** Waits for posts under way, if any can carry the object. */
    void awaitPosts() {
        if (carried) {
            posts.awaitCalls();
        }
    }

    @Override
    public void begin() {
        going = true;
        try {
            awaitPosts();
        } catch (RuntimeException | Error e) {
            going = false;
            throw e;
        }
    }

    @Override
    public void undo() {
        going = false;
    }

    @Override
    public void complete() {}
}
