// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.Objects;
import org.verbena.RecvBatch;
import org.verbena.core.observe.DataPathCounters;
import org.verbena.error.PostException;
import org.verbena.spi.DriverMemory;

/** The receive side of a queue: serialises posts and reports rejected work requests. */
class RecvQueue {
    /** Posts to the queue of the driver. */
    @FunctionalInterface
    interface Driver {
        int postRecv(DriverMemory memory, long first, long badWr);
    }

    /** Creates the exception for a rejected work request. */
    @FunctionalInterface
    interface Refusal {
        PostException of(RecvWorkList list, int index, int result);
    }

    private final String verb;
    private final Handle queue;
    private final Gate gate;
    private final Driver driver;
    private final Refusal refusal;

    /**
     * Creates the receive side of a queue.
     *
     * @param verb the verb that posts to the queue
     * @param queue the handle of the queue
     * @param gate the gate of the queue
     */
    RecvQueue(String verb, Handle queue, Gate gate, Driver driver, Refusal refusal) {
        this.verb = verb;
        this.queue = queue;
        this.gate = gate;
        this.driver = driver;
        this.refusal = refusal;
    }

    /** Creates the receive side of a queue, see the constructor. */
    static RecvQueue of(String verb, Handle queue, Gate gate, Driver driver, Refusal refusal) {
        return DataPathCounters.isEnabled()
                ? CountedRecvQueue.counted(verb, queue, gate, driver, refusal)
                : new RecvQueue(verb, queue, gate, driver, refusal);
    }

    final void post(RecvBatch batch, int from, int to) {
        RecvWorkList list = RecvWorkList.of(verb, batch, queue);
        Objects.checkFromToIndex(from, to, list.size());
        if (from == to) {
            return;
        }
        int result;
        int end;
        gate.enter(verb);
        try {
            list.cut(to);
            try {
                result = driver.postRecv(list.memory(), list.offset(from), list.badWrOffset());
            } finally {
                list.join(to);
            }
            end = result == 0 ? to : list.takeBadWr(from, to);
            posted(end - from);
        } finally {
            try {
                gate.exit();
            } catch (StackOverflowError e) {
                gate.state = Gate.FREE; // see Gate.exit
            }
        }
        if (result != 0) {
            throw refusal.of(list, end, result);
        }
    }

    /** Counts work requests that the driver has accepted. The caller is inside the gate. */
    void posted(int count) {}
}
