package org.verbena.provider.sim.control;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.verbena.Diagnosis;
import org.verbena.Errno;
import org.verbena.VerbsException;
import org.verbena.Violation;
import org.verbena.spi.driver.DriverObject;

/** An object that counts its users and cannot be destroyed before them. */
abstract class SimObject implements DriverObject {
    private final SimKernel kernel;
    private final ObjectType type;
    private final List<SimObject> uses;
    private final AtomicInteger users = new AtomicInteger();

    /** Takes the object from its device's quota and holds what it uses, once for each time that it is listed. */
    SimObject(SimKernel kernel, ObjectType type, List<? extends SimObject> uses) {
        this.kernel = kernel;
        this.type = type;
        this.uses = new ArrayList<>(uses);
        kernel.take(type);
        for (SimObject used : this.uses) {
            used.users.incrementAndGet();
        }
    }

    final SimKernel kernel() {
        return kernel;
    }

    @Override
    public final void destroy() {
        requireFree("users", users.get(), "what uses it goes first");
        requireUnattached();
        for (SimObject used : uses) {
            used.users.decrementAndGet();
        }
        kernel.giveBack(type);
        free();
    }

    /** Uses one object instead of another. */
    final void use(SimObject before, SimObject after) {
        uses.set(uses.indexOf(before), after);
        after.users.incrementAndGet();
        before.users.decrementAndGet();
    }

    /** Refuses with EBUSY for reasons beyond users. */
    void requireUnattached() {}

    /** Gives back what the constructor of the subclass took. */
    void free() {}

    final void requireFree(String what, int count, String rule) {
        if (count != 0) {
            throw new VerbsException(
                    type.destroyVerb(),
                    Errno.EBUSY,
                    type.cName() + " of " + kernel,
                    Diagnosis.of(new Violation(what, Integer.toString(count), "0", rule, type.guard())));
        }
    }
}
