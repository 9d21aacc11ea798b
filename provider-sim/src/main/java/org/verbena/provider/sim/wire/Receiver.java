package org.verbena.provider.sim.wire;

import org.jspecify.annotations.Nullable;
import org.verbena.attr.Gid;

/** Receives the messages of a port. */
public interface Receiver {
    /**
     * Receives a message.
     *
     * @param message the message, valid during the call
     */
    void receive(WireMessage message);

    /**
     * Checks whether a message from the network may be received. Messages within the process need no check.
     *
     * @param message the message
     * @param source the GID of its sender
     * @param destination the GID that it was sent to
     * @return the reason to drop it, null if it may be received
     */
    @Nullable
    DropReason refuses(WireMessage message, Gid source, Gid destination);
}
