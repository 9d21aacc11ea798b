// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.wire;

/** A path from a port to one or more destinations. Messages may be lost, delayed or duplicated. */
@FunctionalInterface
public interface Path {
    /** A path without a destination, which drops all messages. */
    Path NONE = message -> {};

    /**
     * Sends a message.
     *
     * @param message the message, valid during the call
     */
    void send(WireMessage message);

    /**
     * Returns how many packets of a connection may be in flight. A network needs a limit, because nothing else keeps a
     * sender from filling its buffers.
     *
     * @return the number of packets, {@link Integer#MAX_VALUE} without a limit
     */
    default int window() {
        return Integer.MAX_VALUE;
    }

    /**
     * Returns whether messages can be sent. A path with a {@link #window} is not ready while its buffers are full.
     *
     * @return true if messages can be sent; messages that are sent nevertheless may be lost
     */
    default boolean isReady() {
        return true;
    }

    /**
     * Runs an action when the path is ready again.
     *
     * @param action the action; it runs once, even if it is given several times
     */
    default void whenReady(Runnable action) {
        action.run();
    }
}
