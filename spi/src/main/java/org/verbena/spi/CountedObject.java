// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.osgi.annotation.versioning.ConsumerType;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/**
 * A driver object in software that counts its users, as a kernel does. It cannot be destroyed while it has users. This
 * class is thread-safe; see {@link DriverObject} for the methods that never run concurrently with a destroy.
 */
@ConsumerType
public abstract class CountedObject implements DriverObject {
    // An AtomicInteger would add one more object for each driver object.
    private static final AtomicIntegerFieldUpdater<CountedObject> USERS =
            AtomicIntegerFieldUpdater.newUpdater(CountedObject.class, "users");

    private final String destroyVerb;
    private final CountedObject[] uses;
    private volatile int users;

    /**
     * Creates an object without users. The new object counts as a user of each object in {@code uses}, once per
     * occurrence, until it is destroyed.
     *
     * @param destroyVerb the C function that destroys the object, for example {@code ibv_dealloc_pd}
     * @param uses the objects that this object uses
     */
    protected CountedObject(String destroyVerb, List<? extends CountedObject> uses) {
        this.destroyVerb = destroyVerb;
        this.uses = uses.toArray(CountedObject[]::new);
        for (CountedObject used : this.uses) {
            USERS.incrementAndGet(used);
        }
    }

    /**
     * Releases the objects that this object uses, and then its own resources.
     *
     * @throws VerbsException if the object has users: EBUSY; or if {@link #requireUnattached} throws. The object is
     *     then unchanged
     */
    @Override
    public final void destroy() {
        StackReserve.requireForSteps();
        requireNone("users", users, "destroy its users first");
        requireUnattached();
        for (CountedObject used : uses) {
            USERS.decrementAndGet(used);
        }
        free();
    }

    /**
     * Replaces an object that this object uses with another one.
     *
     * @param before the object currently in use
     * @param after the object to use from now on
     */
    protected final void use(CountedObject before, CountedObject after) {
        uses[List.of(uses).indexOf(before)] = after;
        USERS.incrementAndGet(after);
        USERS.decrementAndGet(before);
    }

    /**
     * Checks the conditions other than users that prevent destruction. Throws a {@link VerbsException} if one of them
     * is violated. By default, this method does nothing.
     */
    protected void requireUnattached() {}

    /**
     * Releases the resources of the subclass. {@link #destroy} calls this method once, after all checks have passed. By
     * default, it does nothing.
     */
    protected void free() {}

    /**
     * Checks that no objects exist that must be removed before this object.
     *
     * @param what the kind of these objects, for messages
     * @param count the number of these objects
     * @param rule the action that must happen first, for messages
     * @throws VerbsException if {@code count} is not 0: EBUSY
     */
    protected final void requireNone(String what, int count, String rule) {
        if (count != 0) {
            Violation inUse = new Violation(what, Integer.toString(count), "0", rule, guard());
            throw new VerbsException(destroyVerb, Errno.EBUSY, toString(), Diagnosis.of(inUse));
        }
    }

    /**
     * Returns the source of the rule that an object in use cannot be destroyed.
     *
     * @return the source that the diagnosis names, by default the manual page of the destroy verb
     */
    protected String guard() {
        return destroyVerb + "(3)";
    }
}
