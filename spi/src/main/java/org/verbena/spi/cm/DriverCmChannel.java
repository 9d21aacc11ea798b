// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.cm;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.cm.PortSpace;

/**
 * An event channel. Several threads may call the methods concurrently, but never concurrently with {@link #destroy}.
 * Each method may throw {@link org.verbena.error.VerbsException}.
 */
@ProviderType
public interface DriverCmChannel {
    /** {@return the file descriptor, {@code fd}, -1 if there is none} */
    int fd();

    /**
     * Creates an identifier: {@code rdma_create_id(3)}.
     *
     * @param portSpace the port space
     * @return the identifier
     */
    DriverCmId createId(PortSpace portSpace);

    /**
     * Takes the next event without waiting, and acknowledges it: {@code rdma_get_cm_event(3)},
     * {@code rdma_ack_cm_event(3)}. The driver does not report events of identifiers that are destroyed.
     *
     * @return the event with a copy of its data; empty if no event is pending
     */
    Optional<DriverCmEvent> nextEvent();

    /**
     * Waits until an event is available or the time has elapsed. It may return early.
     *
     * @param nanos the maximum time in nanoseconds
     * @throws InterruptedException if the thread is interrupted
     */
    void awaitEvent(long nanos) throws InterruptedException;

    /** Destroys the channel: {@code rdma_destroy_event_channel(3)}. All its identifiers are destroyed before. */
    void destroy();
}
