package org.verbena.spi.handle;

import java.util.ArrayList;
import java.util.List;

/** Waits at the gates of a queue, and at those of the completion queues that its destroy looks through. */
final class QueueRetirement implements Retirement {
    private final String verb;
    private final List<Gate> own;
    private final List<Gate> lookedThrough;
    private List<Gate> entered = List.of();

    /**
     * A queue's retirement.
     *
     * @param verb the destroying call
     * @param own gates of the queue, which stay closed
     * @param lookedThrough gates of other objects: libmlx5 takes their locks (mlx5_cq_clean)
     */
    QueueRetirement(String verb, List<Gate> own, List<Gate> lookedThrough) {
        this.verb = verb;
        this.own = own;
        this.lookedThrough = lookedThrough;
    }

    @Override
    public void endWhatIsLeft() {
        for (Gate gate : own) {
            gate.endWhatIsLeft();
        }
    }

    @Override
    public void begin() {
        List<Gate> gates = new ArrayList<>(own.size() + lookedThrough.size());
        gates.addAll(own);
        gates.addAll(lookedThrough);
        entered = Gate.enterAllToDestroy(verb, gates);
    }

    @Override
    public void undo() {
        entered.forEach(Gate::exit);
    }

    @Override
    public void complete() {
        for (Gate gate : entered) {
            if (!own.contains(gate)) {
                gate.exit();
            }
        }
        for (Gate gate : own) {
            gate.close();
        }
    }
}
