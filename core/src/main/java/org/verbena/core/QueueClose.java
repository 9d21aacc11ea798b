// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.List;
import org.verbena.core.waiting.TwoPhaseClose;

/** Waits at the gates of a queue, and at the gates of the completion queues that its destroy searches. */
final class QueueClose implements TwoPhaseClose {
    private final String verb;
    private final List<Gate> own;
    private final Gates all;

    /**
     * Creates the close of a queue.
     *
     * @param verb the verb that destroys the queue
     * @param own the gates of the queue, which stay closed afterwards
     * @param all the own gates, and those of objects that the destroy searches: libmlx5 takes their locks
     *     (mlx5_cq_clean)
     */
    QueueClose(String verb, List<Gate> own, Gates all) {
        this.verb = verb;
        this.own = own;
        this.all = all;
    }

    @Override
    public void endWhatIsLeft() {
        for (Gate gate : own) {
            gate.endWhatIsLeft();
        }
    }

    @Override
    public void begin() {
        all.enter(verb);
    }

    @Override
    public void undo() {
        all.leave();
    }

    @Override
    public void complete() {
        for (Gate gate : own) {
            gate.close();
        }
        all.leave();
    }
}
