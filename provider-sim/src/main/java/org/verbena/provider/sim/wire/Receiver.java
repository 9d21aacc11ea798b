// SPDX-License-Identifier: Apache-2.0
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

    /**
     * Returns the queue pair that must not receive its own multicast message. Within the process, the message names it.
     *
     * @param srcQpn the number of the sender, a queue pair of the receiver's device
     * @return the queue pair, null if the sender receives its own messages
     */
    @Nullable
    Object blocksOwnMulticast(int srcQpn);
}
