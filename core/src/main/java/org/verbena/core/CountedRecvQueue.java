// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.core.counters.Tally;

/** The receive side of a queue that counts its posts. */
final class CountedRecvQueue extends RecvQueue {
    private final Tally tally;

    CountedRecvQueue(String verb, Handle queue, Gate gate, Driver driver, Refusal refusal) {
        super(verb, queue, gate, driver, refusal);
        this.tally = queue.owner().resources().count(queue, Tally.ofReceives());
    }

    @Override
    void posted(int count) {
        tally.add(Tally.POSTED_RECVS, count);
    }
}
