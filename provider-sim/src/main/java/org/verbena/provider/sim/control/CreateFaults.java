package org.verbena.provider.sim.control;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.verbena.Errno;

/** Creations that are to fail: on one device, or wherever in a fabric they are counted. */
public final class CreateFaults {
    /** What is counted; without a device, on all of them. */
    private record Counted(Optional<String> device, String kind) {}

    private static final class Countdown {
        private long left;
        private final Errno errno;

        Countdown(long left, Errno errno) {
            this.left = left;
            this.errno = errno;
        }
    }

    private final Map<Counted, Countdown> countdowns = new HashMap<>();

    /** No creation fails. */
    public CreateFaults() {}

    /**
     * Has a creation fail, once; a later call for the same kind and device replaces an earlier one.
     *
     * @param device the name of the device; without one, creations on all devices are counted
     * @param kind what is created
     * @param nth which from now on, 1 for the next
     * @param errno what it fails with
     */
    public synchronized void fail(Optional<String> device, String kind, long nth, Errno errno) {
        countdowns.put(new Counted(device, kind), new Countdown(nth, errno));
    }

    /** Lets creations succeed again. */
    public synchronized void clear() {
        countdowns.clear();
    }

    /** Counts a creation, and tells what it is to fail with, if it is: with the device's own fault first. */
    synchronized Optional<Errno> count(String device, String kind) {
        if (countdowns.isEmpty()) {
            return Optional.empty();
        }
        Optional<Errno> here = countDown(new Counted(Optional.of(device), kind));
        Optional<Errno> anywhere = countDown(new Counted(Optional.empty(), kind));
        return here.or(() -> anywhere);
    }

    private Optional<Errno> countDown(Counted counted) {
        Countdown countdown = countdowns.get(counted);
        if (countdown == null || --countdown.left > 0) {
            return Optional.empty();
        }
        countdowns.remove(counted);
        return Optional.of(countdown.errno);
    }
}
