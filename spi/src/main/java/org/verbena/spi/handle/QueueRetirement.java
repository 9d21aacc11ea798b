package org.verbena.spi.handle;

import java.util.List;
import java.util.stream.Stream;

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
        own.forEach(Gate::endWhatIsLeft);
    }

    @Override
    public void begin() {
        entered = Gate.enterAllToDestroy(
                verb, Stream.concat(own.stream(), lookedThrough.stream()).toList());
    }

    @Override
    public void undo() {
        entered.forEach(Gate::exit);
    }

    @Override
    public void complete() {
        entered.stream().filter(gate -> !own.contains(gate)).forEach(Gate::exit);
        own.forEach(Gate::close);
    }
}
