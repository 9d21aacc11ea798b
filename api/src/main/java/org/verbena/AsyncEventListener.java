package org.verbena;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Receives asynchronous events. There is a method for each kind of object. Every method does nothing until it is
 * overridden. One thread calls them, one after the other. Exceptions and errors that they throw are logged as warnings by
 * the logger {@code org.verbena.events}; delivery continues. An interrupt of that thread does not end delivery.
 */
@ConsumerType
public interface AsyncEventListener {
    /**
     * Something happened to a queue pair.
     *
     * @param type what
     * @param qp the queue pair
     */
    default void queuePair(AsyncEventType type, QueuePair qp) {}

    /**
     * Something happened to a completion queue.
     *
     * @param type what
     * @param cq the queue
     */
    default void completionQueue(AsyncEventType type, CompletionQueue cq) {}

    /**
     * Something happened to a shared receive queue.
     *
     * @param type what
     * @param srq the queue
     */
    default void sharedReceiveQueue(AsyncEventType type, SharedReceiveQueue srq) {}

    /**
     * Something happened to a work queue.
     *
     * @param type what
     * @param wq the queue
     */
    default void workQueue(AsyncEventType type, WorkQueue wq) {}

    /**
     * Something happened to a port.
     *
     * @param type what
     * @param portNum the port, from 1
     */
    default void port(AsyncEventType type, int portNum) {}

    /**
     * Something happened to the device as a whole.
     *
     * @param type what
     */
    default void device(AsyncEventType type) {}

    /**
     * Something of none of these kinds, or to an object that was closed meanwhile.
     *
     * @param event the event
     */
    default void other(AsyncEvent event) {}

    /**
     * No more events will come, because the device cannot be asked any more. After an unplugged device has reported {@link
     * AsyncEventType#DEVICE_FATAL}, this is its last call. Not called when the listening or the context is closed. The
     * logger {@code org.verbena.events} reports the cause as well.
     *
     * @param cause the failure, for example a {@link VerbsException} with {@link Errno#EIO}; {@link
     *     AsyncEvents#nextEvent()} fails with it
     */
    default void ended(Throwable cause) {}
}
