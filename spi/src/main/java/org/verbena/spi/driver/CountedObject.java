package org.verbena.spi.driver;

import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.osgi.annotation.versioning.ConsumerType;
import org.verbena.Diagnosis;
import org.verbena.Errno;
import org.verbena.VerbsException;
import org.verbena.Violation;

/**
 * An object of a driver in software: it counts its users, as a kernel does, and cannot be destroyed before them. Safe for
 * use by several threads; see {@link DriverObject} for what never runs beside a destroy.
 */
@ConsumerType
public abstract class CountedObject implements DriverObject {
    // Not an object of its own: there are as many of these as of everything else.
    private static final AtomicIntegerFieldUpdater<CountedObject> USERS =
            AtomicIntegerFieldUpdater.newUpdater(CountedObject.class, "users");

    private final String destroyVerb;
    private final CountedObject[] uses;
    private volatile int users;

    /**
     * An object without users. It is one of each object that it uses, once for each time that one is listed, until it is
     * destroyed.
     *
     * @param destroyVerb the C function that destroys it, for example {@code ibv_dealloc_pd}
     * @param uses what it uses
     */
    protected CountedObject(String destroyVerb, List<? extends CountedObject> uses) {
        this.destroyVerb = destroyVerb;
        this.uses = uses.toArray(CountedObject[]::new);
        for (CountedObject used : this.uses) {
            USERS.incrementAndGet(used);
        }
    }

    /**
     * Lets go of what it uses, and then of itself.
     *
     * @throws VerbsException EBUSY while it has users, or what {@link #requireUnattached} throws; nothing has changed
     */
    @Override
    public final void destroy() {
        requireNone("users", users, "what uses it goes first");
        requireUnattached();
        for (CountedObject used : uses) {
            USERS.decrementAndGet(used);
        }
        free();
    }

    /**
     * Uses one object instead of another.
     *
     * @param before what it uses
     * @param after what it uses from now on
     */
    protected final void use(CountedObject before, CountedObject after) {
        uses[List.of(uses).indexOf(before)] = after;
        USERS.incrementAndGet(after);
        USERS.decrementAndGet(before);
    }

    /** Refuses to be destroyed for reasons beyond users, with a {@link VerbsException}. */
    protected void requireUnattached() {}

    /** Gives back what the subclass has taken. Runs once, when nothing refuses the destroy any more. */
    protected void free() {}

    /**
     * Refuses unless there is nothing of a kind that must be gone before the object.
     *
     * @param what the kind, for people
     * @param count how many there are
     * @param rule what has to happen first
     * @throws VerbsException EBUSY unless {@code count} is 0
     */
    protected final void requireNone(String what, int count, String rule) {
        if (count != 0) {
            Violation inUse = new Violation(what, Integer.toString(count), "0", rule, guard());
            throw new VerbsException(destroyVerb, Errno.EBUSY, toString(), Diagnosis.of(inUse));
        }
    }

    /**
     * Where the rule stands that what is in use stays.
     *
     * @return the source that a refusal names; the verb's page if a subclass does not say otherwise
     */
    protected String guard() {
        return destroyVerb + "(3)";
    }
}
