package org.verbena.tck.storm;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/**
 * Something that a thread does with handles that others use and close.
 *
 * @param name what it is called in reports
 * @param weight how often it is done, compared with others
 * @param refusals what the device may answer, by the Javadoc of the methods that it calls
 * @param makes whether it makes a handle
 * @param mayMeetHolder whether it may find that another thread reads a queue in place, or builds a list of sends
 * @param body what is done
 */
record Action(String name, int weight, Set<Errno> refusals, boolean makes, boolean mayMeetHolder, Body body) {
    private static final int USUAL_WEIGHT = 10;

    /** What is done. */
    @FunctionalInterface
    interface Body {
        void run(StormStep turn) throws InterruptedException;
    }

    /** An action that the device never refuses. */
    static Action of(String name, Body body) {
        return new Action(name, USUAL_WEIGHT, Set.of(), false, false, body);
    }

    /** An action that makes a handle. */
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
     * Whether this is a documented end. Anything may be refused before the call, most often because the handle is
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
