package org.verbena.core;

import org.verbena.spi.DriverReferent;

/** An object that work requests reference by its native pointer. */
abstract class Referent extends Handle {
    private final DriverReferent driver;
    private final Carriage carriage;

    Referent(ContextHandle owner, Resource resource, DriverReferent driver) {
        super(owner, resource);
        this.driver = driver;
        this.carriage = new Carriage(resource, owner.sendGates());
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
