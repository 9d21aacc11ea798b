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
}
