package org.verbena.spi.handle;

import org.verbena.spi.driver.DriverReferent;

/** An object whose driver's pointer work requests carry. */
abstract class Referent extends Handle {
    private final DriverReferent driver;
    private final Carriage carriage;

    Referent(ContextHandle owner, Resource resource, DriverReferent driver) {
        super(owner, resource);
        this.driver = driver;
        this.carriage = new Carriage(resource, owner.sendGates());
        resource.retiresBy(carriage);
    }

    /** What stands for it in a work request. */
    final long reference() {
        return driver.reference();
    }

    /** A work request carries it from now on. */
    final void carry() {
        carriage.carry();
    }

    /** Waits for posts under way that may carry it. */
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
