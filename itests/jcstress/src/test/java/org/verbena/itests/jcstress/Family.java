package org.verbena.itests.jcstress;

import static org.verbena.itests.jcstress.Outcomes.BUSY;
import static org.verbena.itests.jcstress.Outcomes.CLOSED;
import static org.verbena.itests.jcstress.Outcomes.DONE;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.verbena.VerbsObject;

/** An object that is closed, and a way of creating another one that uses it. */
final class Family {
    private final VerbsObject parent;
    private final Supplier<? extends VerbsObject> creation;
    private final List<VerbsObject> others;
    private final StaggeredStart meeting = new StaggeredStart();
    private Optional<VerbsObject> child = Optional.empty();

    /**
     * A family without child.
     *
     * @param others what else was created for it
     */
    Family(VerbsObject parent, Supplier<? extends VerbsObject> creation, VerbsObject... others) {
        this.parent = parent;
        this.creation = creation;
        this.others = List.of(others);
    }

    /** Before a race that begins with the child. */
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

    /** What is left: {@code parent and child}, {@code parent}, {@code no parent}, or what must not be. */
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
