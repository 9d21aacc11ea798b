package org.verbena.provider.sim.control;

import java.util.HashMap;
import java.util.Map;
import org.verbena.Diagnosis;
import org.verbena.Errno;
import org.verbena.VerbsException;

/** Creations that are to fail, over all devices of a fabric. */
public final class CreateFaults {
    private static final class Countdown {
        private long left;
        private final Errno errno;

        Countdown(long left, Errno errno) {
            this.left = left;
            this.errno = errno;
        }
    }

    private final Map<String, Countdown> countdowns = new HashMap<>();

    /** No creation fails. */
    public CreateFaults() {}

    /**
     * Has a creation fail, once; a later call for the same kind replaces an earlier one.
     *
     * @param kind what is created
     * @param nth which from now on, 1 for the next
     * @param errno what it fails with
     */
    public synchronized void fail(String kind, long nth, Errno errno) {
        countdowns.put(kind, new Countdown(nth, errno));
    }

    /** Lets creations succeed again. */
    public synchronized void clear() {
        countdowns.clear();
    }

    synchronized void count(ObjectType type, String device) {
        Countdown countdown = countdowns.get(type.name());
        if (countdown != null && --countdown.left == 0) {
            countdowns.remove(type.name());
            throw new VerbsException(type.createVerb(), countdown.errno, device, Diagnosis.UNKNOWN);
        }
    }
}
