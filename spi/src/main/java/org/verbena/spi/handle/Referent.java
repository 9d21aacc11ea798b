package org.verbena.spi.handle;

/** An object whose driver's pointer work requests carry. */
abstract class Referent extends Handle {
    private final Carriage carriage;

    Referent(ContextHandle owner, Resource resource) {
        super(owner, resource);
        this.carriage = new Carriage(resource.toString(), owner.sendGates());
        resource.retiresBy(carriage);
    }

    /** A work request carries it from now on. */
    final void carry() {
        carriage.carry();
    }

    final void requireUsable(String verb) {
        carriage.requireUsable(verb);
    }
}
