// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.spi.ReferencedObject;

/** An object that work requests reference by its native pointer. */
abstract class ReferencedHandle extends Handle {
    private final ReferencedObject driver;
    private final InFlightGuard guard;

    ReferencedHandle(ContextHandle owner, Resource resource, ReferencedObject driver) {
        super(owner, resource);
        this.driver = driver;
        this.guard = new InFlightGuard(resource, owner.sendGates());
        resource.closesWith(guard);
    }

    /** Returns the reference that a work request contains. */
    final long reference() {
        return driver.reference();
    }

    /** Records that a work request references the object. */
    final void markReferenced() {
        guard.markReferenced();
    }

    /** Waits for the posts in flight that may reference the object. */
    final void awaitPosts() {
        guard.awaitPosts();
    }

    final boolean isUsable() {
        return guard.isUsable();
    }

    final void requireUsable(String verb) {
        guard.requireUsable(verb);
    }
}
