// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.verbena.error.Errno;

/** The creations that must fail, on one device or on any device of a fabric. */
public final class CreateFaults {
    /** The creations that are counted together. Without a device, those on all devices. */
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

    /** Creates an instance without faults. */
    public CreateFaults() {}

    /**
     * Makes one creation fail. A later call for the same kind and device replaces an earlier one.
     *
     * @param device the name of the device; if it is empty, creations on all devices count
     * @param kind the kind of the created object
     * @param nth the number of the creation that fails, 1 for the next
     * @param errno the error
     */
    public synchronized void fail(Optional<String> device, String kind, long nth, Errno errno) {
        countdowns.put(new Counted(device, kind), new Countdown(nth, errno));
    }

    /** Removes all faults. */
    public synchronized void clear() {
        countdowns.clear();
    }

    /**
     * Counts a creation. Returns the error that it must fail with, if any. The fault of the device takes precedence.
     */
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
