// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.jcstress;

import java.util.function.Supplier;
import org.verbena.VerbsObject;
import org.verbena.attr.AhAttr;
import org.verbena.tck.fixture.Creation;
import org.verbena.tck.fixture.Fixture;

/** Creates an object for two threads that destroy it. Each instance takes the next kind of object. */
final class Closing {
    private static final Turns<Creation> TURNS = new Turns<>(Creation.class);

    private final Creation kind = TURNS.next();
    private final Fixture fixture = Fixture.unaccounted(CountingDriver.DEVICE);
    /** The supplier keeps the handles of the objects that the new object requires. */
    private final Supplier<VerbsObject> creation = creation();

    private final VerbsObject object = creation.get();
    private final StaggeredStart meeting = new StaggeredStart();

    /** Returns a supplier of the object. The driver has no port, so an address handle cannot use a port address. */
    private Supplier<VerbsObject> creation() {
        return kind == Creation.AH
                ? () -> fixture.pd().createAh(AhAttr.builder().build())
                : kind.prepare(fixture);
    }

    Creation kind() {
        return kind;
    }

    String close() {
        meeting.first();
        return Outcomes.of(object::close);
    }

    String closeToo() {
        meeting.second();
        return Outcomes.of(object::close);
    }

    String closeContext() {
        meeting.second();
        return Outcomes.of(fixture.context()::close);
    }

    /** Closes the context, and returns the numbers of destroys of the object and of its context. */
    String destroys() {
        fixture.close();
        return CountingDriver.destroys(object) + " and " + CountingDriver.destroys(fixture.context());
    }
}
