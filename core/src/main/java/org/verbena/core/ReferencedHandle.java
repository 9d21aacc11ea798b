package org.verbena.core;

import org.verbena.spi.ReferencedObject;

/** An object that work requests reference by its native pointer. */
abstract class ReferencedHandle extends Handle {
    private final ReferencedObject driver;
    private final InFlightGuard carriage;

    ReferencedHandle(ContextHandle owner, Resource resource, ReferencedObject driver) {
        super(owner, resource);
        this.driver = driver;
        this.carriage = new InFlightGuard(resource, owner.sendGates());
        resource.retiresBy(carriage);
    }

    /** Returns the reference that a work request contains. */
    final long reference() {
        return driver.reference();
    }

    /** Records that a work request references the object. */
    final void carry() {
        carriage.carry();
    }

    /** Waits for the posts in flight that may reference the object. */
    final void awaitPosts() {
        carriage.awaitPosts();
    }

    final boolean isUsable() {
        return carriage.isUsable();
    }

    final void requireUsable(String verb) {
        carriage.requireUsable(verb);
    }
}
