// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.Optional;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WcStatus;
import org.verbena.core.counters.Tally;
import org.verbena.spi.DriverCq;
import org.verbena.spi.DriverCqReader;

/** An extended completion queue that counts its polls, completions and events. */
final class CountedCqEx extends CqExHandle {
    private final Tally tally;
    private final boolean hasLength;

    private CountedCqEx(ContextHandle owner, Resource resource, DriverCq driver, CqInitAttr attr) {
        super(owner, resource, driver, attr);
        this.tally = owner.resources().count(this, Tally.ofCompletions());
        this.hasLength = attr.wcFlags().contains(WcFlag.BYTE_LEN);
    }

    /** Creates the handle. Its type keeps the verifier from loading this class while nothing counts. */
    static CqExHandle counted(ContextHandle owner, Resource resource, DriverCq driver, CqInitAttr attr) {
        return new CountedCqEx(owner, resource, driver, attr);
    }

    @Override
    void polled(CompletionBuffer buffer, int count) {
        buffer.countIn(tally, count);
    }

    @Override
    void started(int result) {
        tally.addPoll(result == 0 ? 1 : 0);
    }

    @Override
    void read(DriverCqReader present) {
        int status = present.status();
        // Drivers define the other fields for successful completions only.
        boolean success = status == WcStatus.SUCCESS.value();
        tally.addCompletion(status, success ? present.opcode() : 0, success && hasLength ? present.byteLen() : 0);
    }

    @Override
    Optional<CompletionQueue> received() {
        tally.incrementShared(Tally.CQ_EVENTS);
        return super.received();
    }
}
