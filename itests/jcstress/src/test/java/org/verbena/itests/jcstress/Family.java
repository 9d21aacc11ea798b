// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.jcstress;

import static org.verbena.itests.jcstress.Outcomes.BUSY;
import static org.verbena.itests.jcstress.Outcomes.CLOSED;
import static org.verbena.itests.jcstress.Outcomes.DONE;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.verbena.VerbsObject;

/** A parent object to close, and a way to create a child object that uses it. */
final class Family {
    private final VerbsObject parent;
    private final Supplier<? extends VerbsObject> creation;
    private final List<VerbsObject> others;
    private final StaggeredStart meeting = new StaggeredStart();
    private Optional<VerbsObject> child = Optional.empty();

    /**
     * Creates a family without a child.
     *
     * @param others other objects that were created for the parent
     */
    Family(VerbsObject parent, Supplier<? extends VerbsObject> creation, VerbsObject... others) {
        this.parent = parent;
        this.creation = creation;
        this.others = List.of(others);
    }

    /** Creates the child before a race that needs it. */
    Family complete() {
        child = Optional.of(creation.get());
        return this;
    }

    String createChild() {
        meeting.first();
        return Outcomes.of(this::complete);
    }

    String closeChild() {
        meeting.first();
        return Outcomes.of(child.orElseThrow()::close);
    }

    String closeParent() {
        meeting.second();
        return Outcomes.of(parent::close);
    }

    /**
     * Returns the state after the race: {@code parent and child}, {@code parent}, {@code no parent}, or a forbidden
     * state.
     */
    String after() {
        boolean hadChild = child.filter(object -> !object.isClosed()).isPresent();
        boolean hadParent = !parent.isClosed();
        String closedTooEarly = hadChild && hadParent ? Outcomes.of(parent::close) : BUSY;
        child.ifPresent(VerbsObject::close);
        String closedThen = Outcomes.of(parent::close);
        String createdThen = Outcomes.of(this::complete);
        others.forEach(VerbsObject::close);
        if (!closedTooEarly.equals(BUSY) || !closedThen.equals(DONE) || !createdThen.equals(CLOSED)) {
            return "closed under its child: %s; closed without: %s; created then: %s"
                    .formatted(closedTooEarly, closedThen, createdThen);
        }
        return (hadParent ? "parent" : "no parent") + (hadChild ? " and child" : "");
    }
}
