package org.verbena.spi.driver;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** A completion channel. */
@ProviderType
public interface DriverCompChannel extends DriverObject {
    /**
     * The file descriptor.
     *
     * @return {@code fd}, -1 where there is none
     */
    int fd();

    /**
     * {@code ibv_get_cq_event(3)}, without waiting.
     *
     * @return the queue of the next event
     */
    Optional<DriverCq> nextEvent();

    /**
     * Waits until there is an event, or not so long: the caller asks {@link #nextEvent} and waits again. Runs beside
     * everything but {@link #destroy}; the caller keeps the time short since a destroy waits for it.
     *
     * @param nanos how long at most
     * @throws InterruptedException if the thread is interrupted
     */
    void awaitEvent(long nanos) throws InterruptedException;
}
