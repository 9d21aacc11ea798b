package org.verbena.provider.sim.control;

import java.util.List;
import org.verbena.spi.driver.CountedObject;

/** An object that the device has a limited number of. */
abstract class SimObject extends CountedObject {
    private final SimKernel kernel;
    private final ObjectType type;

    /** Takes the object from its device's quota and holds what it uses, once for each time that it is listed. */
    SimObject(SimKernel kernel, ObjectType type, List<? extends SimObject> uses) {
        super(taken(kernel, type), uses);
        this.kernel = kernel;
        this.type = type;
    }

    /** The quota comes first: what is refused there uses nothing. */
    private static String taken(SimKernel kernel, ObjectType type) {
        kernel.take(type);
        return type.destroyVerb();
    }

    final SimKernel kernel() {
        return kernel;
    }

    /** Gives back what the constructor of the subclass took. */
    void release() {}

    @Override
    protected final void free() {
        kernel.giveBack(type);
        release();
    }

    @Override
    protected final String guard() {
        return type.guard();
    }

    /** For people: {@code cq of device sim_mlx5_0}. */
    @Override
    public final String toString() {
        return type.cName() + " of " + kernel;
    }
}
