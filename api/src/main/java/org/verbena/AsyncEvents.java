package org.verbena;

import java.time.Duration;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The asynchronous events of a device context, as a queue to wait at: {@code ibv_get_async_event(3)}. An event goes to
 * one of those who wait. Any number of threads may wait, also virtual ones, see {@link
 * CompletionChannel#nextEvent(Duration)}.
 */
@ProviderType
public interface AsyncEvents {
    /**
     * Takes the next event if there is one.
     *
     * @return the event
     * @throws ClosedHandleException after the context was closed
     * @throws VerbsException {@link Errno#EIO} after the device was unplugged and its last event was taken
     */
    Optional<AsyncEvent> nextEvent();

    /**
     * Waits for the next event.
     *
     * @param timeout how long at most; zero or less does not wait
     * @return the event; empty after the timeout
     * @throws ClosedHandleException if the context is closed, also during the call
     * @throws VerbsException {@link Errno#EIO} after the device was unplugged and its last event was taken
     * @throws InterruptedException if the thread is interrupted while there is no event; it notices within some 10 ms
     */
    Optional<AsyncEvent> nextEvent(Duration timeout) throws InterruptedException;

    /**
     * Delivers every event to a listener, from now on, in a dedicated daemon thread.
     *
     * @param listener the listener
     * @return the listening; it ends when it or the context is closed, or when the device reports no more events, see
     *     {@link AsyncEventListener#ended}
     */
    Listening listen(AsyncEventListener listener);

    /** A listener's being told of events. */
    @ProviderType
    interface Listening extends AutoCloseable {
        /** Ends it, and returns when the listener has returned from its last call, unless that makes this call. */
        @Override
        void close();
    }
}
