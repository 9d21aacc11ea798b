// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import java.time.Duration;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.VerbsException;

/** A channel of events: {@code struct rdma_event_channel}. */
@ProviderType
public interface EventChannel extends AutoCloseable {
    /** {@return the manager that created this channel} */
    ConnectionManager manager();

    /**
     * Returns the file descriptor. It is readable when an event is available, so an event loop can wait for it
     * together with others. It does not block: the application must not change its flags or read from it.
     *
     * @return {@code fd}, -1 for the simulator, which has no file
     * @throws ClosedHandleException if the channel is closed
     */
    int fd();

    /**
     * Creates an identifier that reports its events to this channel: {@code rdma_create_id(3)}.
     *
     * @param portSpace the port space, which determines the type of the queue pair
     * @return the identifier
     * @throws ClosedHandleException if the channel is closed
     * @throws VerbsException if the kernel fails the request
     */
    CmId createId(PortSpace portSpace);

    /**
     * Takes the next event, if there is one: {@code rdma_get_cm_event(3)}. The call moves the queue pair of an
     * identifier to RTS when its connection is accepted, and attaches it to a multicast group that it has joined. If
     * that fails, the event reports the failure.
     *
     * @return the event, empty if there is none
     * @throws ClosedHandleException if the channel is closed
     * @throws VerbsException if the kernel fails the request
     */
    Optional<CmEvent> nextEvent();

    /**
     * Waits for the next event. Any number of threads may wait; each event goes to one of them.
     *
     * @param timeout the maximum time to wait; the method does not wait if it is zero or negative
     * @return the event, empty after the timeout
     * @throws ClosedHandleException if the channel is closed before or during the call
     * @throws VerbsException if the kernel fails the request
     * @throws InterruptedException if the thread is interrupted while there is no event
     */
    Optional<CmEvent> nextEvent(Duration timeout) throws InterruptedException;

    /** {@return whether the channel is closed; true after this channel or its manager was closed} */
    boolean isClosed();

    /**
     * Closes all identifiers that report to this channel, and then the channel: {@code rdma_destroy_event_channel(3)}.
     * Threads that wait for an event leave with {@link ClosedHandleException}. Closing a closed channel has no effect.
     */
    @Override
    void close();
}
