// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** A completion channel. */
@ProviderType
public interface DriverCompChannel extends DriverObject {
    /** {@return the file descriptor, {@code fd}, or -1 if there is none} */
    int fd();

    /**
     * Takes the next completion event without waiting: {@code ibv_get_cq_event(3)}.
     *
     * @return the completion queue of the event; empty if no event is pending
     */
    Optional<DriverCq> nextEvent();

    /**
     * Waits until an event is available or the time has elapsed. It may return early: the caller calls
     * {@link #nextEvent} and waits again. Other threads may call any method except {@link #destroy} concurrently. The
     * caller passes a short time, because a destroy waits for this method to return.
     *
     * @param nanos the maximum time in nanoseconds
     * @throws InterruptedException if the thread is interrupted
     */
    void awaitEvent(long nanos) throws InterruptedException;
}
