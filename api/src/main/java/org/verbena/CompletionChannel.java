package org.verbena;

import java.time.Duration;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** A channel of completion events: {@code struct ibv_comp_channel}. Busy while a completion queue uses it. */
@ProviderType
public interface CompletionChannel extends VerbsObject {
    /**
     * The file descriptor.
     *
     * @return {@code fd}; the simulator has no file and answers -1
     */
    int fd();

    /**
     * Takes the next event if there is one: {@code ibv_get_cq_event(3)}. The event remains to be acknowledged, see
     * {@link CompletionQueue#ackEvents}.
     *
     * @return the completion queue that has new completions
     * @throws VerbsException {@link Errno#EIO} after the device was unplugged and its last event was taken
     */
    Optional<CompletionQueue> nextEvent();

    /**
     * Waits for the next event. A channel serves as a selector: many completion queues report to it, and
     * {@link CompletionQueue#cqContext} tells whose they are. Any number of threads may wait; an event goes to one of
     * them. A virtual thread does not hold up its carrier, unless its caller holds a monitor on JDK 21 to 23; while it
     * waits, a platform thread of Verbena's waits in its place.
     *
     * @param timeout how long at most; zero or less does not wait
     * @return the completion queue that has new completions; empty after the timeout
     * @throws ClosedHandleException if the channel is closed, also during the call
     * @throws VerbsException {@link Errno#EIO} after the device was unplugged and its last event was taken
     * @throws InterruptedException if the thread is interrupted while there is no event; it notices within some 10 ms
     */
    Optional<CompletionQueue> nextEvent(Duration timeout) throws InterruptedException;
}
