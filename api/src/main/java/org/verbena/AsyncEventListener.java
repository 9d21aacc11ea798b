// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import org.osgi.annotation.versioning.ConsumerType;
import org.verbena.attr.AsyncEventType;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/**
 * A listener for asynchronous events, with one method for each kind of object. By default, every method does nothing.
 * One thread calls the methods, one after the other. Delivery continues after a method throws: the logger
 * {@code org.verbena.events} logs exceptions and errors as warnings. An interrupt of that thread does not end delivery.
 */
@ConsumerType
public interface AsyncEventListener {
    /**
     * Handles an event of a queue pair.
     *
     * @param type the type of the event
     * @param qp the queue pair
     */
    default void queuePair(AsyncEventType type, QueuePair qp) {}

    /**
     * Handles an event of a completion queue.
     *
     * @param type the type of the event
     * @param cq the completion queue
     */
    default void completionQueue(AsyncEventType type, CompletionQueue cq) {}

    /**
     * Handles an event of a shared receive queue.
     *
     * @param type the type of the event
     * @param srq the shared receive queue
     */
    default void sharedReceiveQueue(AsyncEventType type, SharedReceiveQueue srq) {}

    /**
     * Handles an event of a work queue.
     *
     * @param type the type of the event
     * @param wq the work queue
     */
    default void workQueue(AsyncEventType type, WorkQueue wq) {}

    /**
     * Handles an event of a port.
     *
     * @param type the type of the event
     * @param portNum the port, from 1
     */
    default void port(AsyncEventType type, int portNum) {}

    /**
     * Handles an event of the whole device.
     *
     * @param type the type of the event
     */
    default void device(AsyncEventType type) {}

    /**
     * Handles an event of any other kind, or an event of an object that has been closed.
     *
     * @param event the event
     */
    default void other(AsyncEvent event) {}

    /**
     * Handles the end of the events: the device can no longer report any. An unplugged device first reports
     * {@link AsyncEventType#DEVICE_FATAL}; the call of this method is then the last one. The method is not called when
     * the application closes the {@link AsyncEvents.Listening} or the context. The logger {@code org.verbena.events}
     * reports the cause as well.
     *
     * @param cause the failure, for example a {@link VerbsException} with {@link Errno#EIO};
     *     {@link AsyncEvents#nextEvent()} fails with the same exception
     */
    default void ended(Throwable cause) {}
}
