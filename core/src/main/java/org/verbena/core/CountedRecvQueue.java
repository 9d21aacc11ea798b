// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.core.counters.Tally;

/** The receive side of a queue that counts its posts. */
final class CountedRecvQueue extends RecvQueue {
    private final Tally tally;

    private CountedRecvQueue(String verb, Handle queue, Gate gate, Driver driver, Refusal refusal) {
        super(verb, queue, gate, driver, refusal);
        this.tally = queue.owner().resources().count(queue, Tally.ofReceives());
    }

    /** Creates the receive side. Its type keeps the verifier from loading this class while nothing counts. */
    static RecvQueue counted(String verb, Handle queue, Gate gate, Driver driver, Refusal refusal) {
        return new CountedRecvQueue(verb, queue, gate, driver, refusal);
    }

    @Override
    void posted(int count) {
        tally.add(Tally.POSTED_RECVS, count);
    }
}
