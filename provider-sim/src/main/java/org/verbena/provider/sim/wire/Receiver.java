package org.verbena.provider.sim.wire;

/** Where a port's messages go. */
@FunctionalInterface
public interface Receiver {
    /**
     * Takes a message.
     *
     * @param message the message, valid during the call
     */
    void receive(Message message);
}
