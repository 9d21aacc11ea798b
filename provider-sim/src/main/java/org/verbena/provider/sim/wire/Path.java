package org.verbena.provider.sim.wire;

/** A way from a port to wherever its messages go. Messages may get lost, late, or twice. */
@FunctionalInterface
public interface Path {
    /** A way to nowhere. */
    Path NONE = message -> {};

    /**
     * Sends a message.
     *
     * @param message the message, valid during the call
     */
    void send(Message message);
}
