// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.List;
import org.verbena.spi.CountedObject;
import org.verbena.spi.StackReserve;

/** An object that counts against a limit of its device. */
abstract class SimObject extends CountedObject {
    private final SimKernel kernel;
    private final ObjectType type;

    /**
     * Takes the object from the quota of its device, and marks the listed objects as used, once for each occurrence.
     */
    SimObject(SimKernel kernel, ObjectType type, List<? extends SimObject> uses) {
        super(taken(kernel, type), uses);
        this.kernel = kernel;
        this.type = type;
    }

    /** Takes the object from the quota before it uses other objects. A failure then leaves no object in use. */
    private static String taken(SimKernel kernel, ObjectType type) {
        StackReserve.requireForSteps();
        kernel.take(type);
        return type.destroyVerb();
    }

    final SimKernel kernel() {
        return kernel;
    }

    /** Returns the resources that the constructor of the subclass took. */
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

    /** Returns the name for display: {@code cq of device sim_mlx5_0}. */
    @Override
    public final String toString() {
        return type.cName() + " of " + kernel;
    }
}
