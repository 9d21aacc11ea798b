// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.jcstress;

import java.util.Optional;
import java.util.function.Supplier;
import org.verbena.VerbsObject;
import org.verbena.tck.fixture.Creation;
import org.verbena.tck.fixture.Fixture;

/** Creates an object in a context that another thread closes. Each instance takes the next kind of object. */
final class InContext {
    private static final Turns<Creation> TURNS = new Turns<>(Creation.class);

    private final Creation kind = TURNS.next();
    private final Fixture fixture = Fixture.unaccounted(RaceDevice.DEVICE);
    private final Supplier<VerbsObject> creation = kind.prepare(fixture);
    private final StaggeredStart meeting = new StaggeredStart();
    private Optional<VerbsObject> created = Optional.empty();

    Creation kind() {
        return kind;
    }

    String create() {
        meeting.first();
        return Outcomes.of(() -> created = Optional.of(creation.get()));
    }

    String close() {
        meeting.second();
        return Outcomes.of(fixture.context()::close);
    }

    /** Returns the state after the race. */
    String after() {
        boolean orphan = created.filter(object -> !object.isClosed()).isPresent();
        boolean open = !fixture.context().isClosed();
        fixture.close();
        return open || orphan ? "context open: %s, its object open: %s".formatted(open, orphan) : "gone";
    }
}
