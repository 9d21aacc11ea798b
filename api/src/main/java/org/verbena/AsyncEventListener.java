package org.verbena;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Is told of asynchronous events, each by a method of what it happened to. Every method does nothing until it is
 * overridden. They are called by one thread, one after the other; what they throw is logged to the logger
 * {@code org.verbena.events} and does not end the listening.
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
}
