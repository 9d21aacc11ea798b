// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.time.Duration;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/**
 * The queue of asynchronous events of a device context: {@code ibv_get_async_event(3)}. Any number of threads may wait,
 * including virtual threads, see {@link CompletionChannel#nextEvent(Duration)}. Each event goes to one of the waiting
 * threads.
 */
@ProviderType
public interface AsyncEvents {
    /**
     * Takes the next event, if there is one.
     *
     * @return the event, empty if there is none
     * @throws ClosedHandleException if the context is closed
     * @throws VerbsException if the device was unplugged and its last event has been taken: {@link Errno#EIO}
     */
    Optional<AsyncEvent> nextEvent();

    /**
     * Waits for the next event.
     *
     * @param timeout the maximum time to wait; the method does not wait if it is zero or negative
     * @return the event, empty after the timeout
     * @throws ClosedHandleException if the context is closed before or during the call
     * @throws VerbsException if the device was unplugged and its last event has been taken: {@link Errno#EIO}
     * @throws InterruptedException if the thread is interrupted while there is no event; it notices the interrupt
     *     within about 50 ms
     */
    Optional<AsyncEvent> nextEvent(Duration timeout) throws InterruptedException;

    /**
     * Starts a dedicated daemon thread that delivers all further events to a listener.
     *
     * @param listener the listener
     * @return the delivery; it ends when it or the context is closed, or when the device reports no further events, see
     *     {@link AsyncEventListener#ended}
     */
    Listening listen(AsyncEventListener listener);

    /** The delivery of events to a listener. */
    @ProviderType
    interface Listening extends AutoCloseable {
        /**
         * Ends the delivery and waits until the last call of the listener has returned. A call by the listener itself
         * does not wait.
         */
        @Override
        void close();
    }
}
