package org.verbena.itests.jcstress;

import static org.verbena.itests.jcstress.Outcomes.BUSY;
import static org.verbena.itests.jcstress.Outcomes.CLOSED;
import static org.verbena.itests.jcstress.Outcomes.DONE;

import java.util.List;
import org.verbena.VerbsObject;

/**
 * One thread uses an object, another one closes it.
 *
 * @param object what is closed
 * @param use the call of the other thread, which can be repeated
 * @param others what was created for it and goes with it
 * @param meeting where both begin
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

    /** What is left, now that both have returned: {@code gone}, {@code usable}, or something that must not be. */
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
