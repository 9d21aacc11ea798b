// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.core.waiting.TwoPhaseClose;
import org.verbena.error.ClosedHandleException;

/**
 * An in-flight guard for an object whose native pointer the driver dereferences during a post. A post checks the guard
 * after it has entered its gate. A destroy marks the object as unusable and then waits for the posts in flight.
 */
final class InFlightGuard implements TwoPhaseClose {
    private final Object object;
    private final SendGates posts;
    private volatile boolean referenced;
    private volatile boolean closing;

    /**
     * Creates the guard of a usable object.
     *
     * @param object the object, for its text in messages
     * @param posts the gates of posts whose work requests may reference the object
     */
    InFlightGuard(Object object, SendGates posts) {
        this.object = object;
        this.posts = posts;
    }

    /** Records that a work request references the object. */
    void markReferenced() {
        referenced = true;
    }

    /** Returns whether no destroy has begun. A destroy that begins later waits for the post of the caller. */
    boolean isUsable() {
        return !closing;
    }

    void requireUsable(String verb) {
        if (closing) {
            throw new ClosedHandleException(verb, object.toString());
        }
    }

    /** Waits for the posts in flight, if any work request can reference the object. */
    void awaitPosts() {
        if (referenced) {
            posts.awaitCalls();
        }
    }

    @Override
    public void begin() {
        closing = true;
        try {
            awaitPosts();
        } catch (RuntimeException | Error e) {
            closing = false;
            throw e;
        }
    }

    @Override
    public void undo() {
        closing = false;
    }

    @Override
    public void complete() {}
}
