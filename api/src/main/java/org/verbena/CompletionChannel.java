// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.time.Duration;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/**
 * A channel of completion events: {@code struct ibv_comp_channel}. Closing it fails with {@link Errno#EBUSY} while a
 * completion queue uses it.
 */
@ProviderType
public interface CompletionChannel extends VerbsObject {
    /** {@return the file descriptor, {@code fd}, -1 for the simulator, which has no file} */
    int fd();

    /**
     * Takes the next event, if there is one: {@code ibv_get_cq_event(3)}. The application must acknowledge the event,
     * see {@link CompletionQueue#ackEvents}.
     *
     * @return the completion queue that has new completions, empty if there is no event
     * @throws VerbsException if the device was unplugged and its last event has been taken: {@link Errno#EIO}
     */
    Optional<CompletionQueue> nextEvent();

    /**
     * Waits for the next event. A channel serves as a selector: many completion queues can report to it, and
     * {@link CompletionQueue#cqContext} identifies each of them.
     *
     * <p>Any number of threads may wait. Each event goes to one of them. A waiting virtual thread does not block its
     * carrier, unless its caller holds a monitor on JDK 21 to 23. A platform thread of Verbena makes the native call
     * for it.
     *
     * @param timeout the maximum time to wait; the method does not wait if it is zero or negative
     * @return the completion queue that has new completions, empty after the timeout
     * @throws ClosedHandleException if the channel is closed before or during the call
     * @throws VerbsException if the device was unplugged and its last event has been taken: {@link Errno#EIO}
     * @throws InterruptedException if the thread is interrupted while there is no event; it notices the interrupt
     *     within about 50 ms
     */
    Optional<CompletionQueue> nextEvent(Duration timeout) throws InterruptedException;
}
