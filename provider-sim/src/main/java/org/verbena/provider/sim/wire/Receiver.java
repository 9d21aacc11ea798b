package org.verbena.provider.sim.wire;

/** Receives the messages of a port. */
@FunctionalInterface
public interface Receiver {
    /**
     * Receives a message.
     *
     * @param message the message, valid during the call
     */
    void receive(WireMessage message);
}
