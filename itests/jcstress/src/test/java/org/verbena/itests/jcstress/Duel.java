// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.jcstress;

import static org.verbena.itests.jcstress.Outcomes.BUSY;
import static org.verbena.itests.jcstress.Outcomes.CLOSED;
import static org.verbena.itests.jcstress.Outcomes.DONE;

import java.util.List;
import org.verbena.VerbsObject;

/**
 * A race between the use and the close of an object.
 *
 * @param object the object to close
 * @param use the call of the other thread, which can be repeated
 * @param others other objects that were created for this object and are closed with it
 * @param meeting the common start of both threads
 */
record Duel(VerbsObject object, Runnable use, List<VerbsObject> others, StaggeredStart meeting) {
    static Duel of(VerbsObject object, Runnable use, VerbsObject... others) {
        return new Duel(object, use, List.of(others), new StaggeredStart());
    }

    String useIt() {
        meeting.first();
        return Outcomes.of(use);
    }

    String closeIt() {
        meeting.second();
        return Outcomes.of(object::close);
    }

    /** Returns the state after both calls, which is {@code gone}, {@code usable}, or a forbidden state. */
    String after(String close) {
        boolean closedThen = object.isClosed();
        String useThen = Outcomes.of(use);
        String closeThen = Outcomes.of(object::close);
        others.forEach(VerbsObject::close);
        if (close.equals(DONE) && closedThen && useThen.equals(CLOSED) && closeThen.equals(DONE)) {
            return "gone";
        }
        if (close.equals(BUSY) && !closedThen && useThen.equals(DONE) && closeThen.equals(DONE)) {
            return "usable";
        }
        return "isClosed %s; used again: %s; closed again: %s".formatted(closedThen, useThen, closeThen);
    }
}
