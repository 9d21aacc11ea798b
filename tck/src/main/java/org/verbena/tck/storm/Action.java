// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.storm;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/**
 * An action of a thread on handles that other threads use and close.
 *
 * @param name its name in reports
 * @param weight its relative frequency
 * @param refusals the permitted error numbers, by the Javadoc of the methods that it calls
 * @param makes whether it creates a handle
 * @param mayMeetHolder whether another thread may read a queue in place or build a list of sends
 * @param body the code of the action
 */
record Action(String name, int weight, Set<Errno> refusals, boolean makes, boolean mayMeetHolder, Body body) {
    private static final int USUAL_WEIGHT = 10;

    /** The code of an action. */
    @FunctionalInterface
    interface Body {
        void run(StormStep turn) throws InterruptedException;
    }

    /** Creates an action that the device never rejects. */
    static Action of(String name, Body body) {
        return new Action(name, USUAL_WEIGHT, Set.of(), false, false, body);
    }

    /** Creates an action that creates a handle. */
    static Action making(String name, Body body) {
        return new Action(name, USUAL_WEIGHT, Set.of(), true, false, body);
    }

    Action weighing(int other) {
        return new Action(name, other, refusals, makes, mayMeetHolder, body);
    }

    Action mayGive(Errno... errnos) {
        Set<Errno> all = new HashSet<>(refusals);
        all.addAll(Arrays.asList(errnos));
        return new Action(name, weight, Set.copyOf(all), makes, mayMeetHolder, body);
    }

    Action meetingHolders() {
        return new Action(name, weight, refusals, makes, true, body);
    }

    /**
     * Returns whether this is a documented outcome. Verbena may reject any call, most often because the handle is
     * closed.
     */
    boolean mayEndWith(Throwable end) {
        if (end instanceof InvalidRequestException) {
            return true;
        }
        if (end instanceof VerbsException e) {
            return refusals.contains(e.errno());
        }
        return mayMeetHolder && end instanceof IllegalStateException;
    }

    @Override
    public String toString() {
        return name;
    }
}
