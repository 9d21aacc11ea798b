// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.Optional;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.core.counters.Tally;
import org.verbena.spi.DriverCq;

/** A completion queue that counts its polls, completions and events. */
final class CountedCq extends CqHandle {
    private final Tally tally;

    private CountedCq(ContextHandle owner, Resource resource, DriverCq driver, CqInitAttr attr) {
        super(owner, resource, driver, attr);
        this.tally = owner.resources().count(this, Tally.ofCompletions());
    }

    /** Creates the handle. Its type keeps the verifier from loading this class while nothing counts. */
    static CqHandle counted(ContextHandle owner, Resource resource, DriverCq driver, CqInitAttr attr) {
        return new CountedCq(owner, resource, driver, attr);
    }

    @Override
    void polled(CompletionBuffer buffer, int count) {
        buffer.countIn(tally, count);
    }

    @Override
    Optional<CompletionQueue> received() {
        tally.incrementShared(Tally.CQ_EVENTS);
        return super.received();
    }
}
