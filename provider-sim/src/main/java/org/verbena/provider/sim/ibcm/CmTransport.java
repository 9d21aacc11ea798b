// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

import java.nio.ByteBuffer;
import org.verbena.attr.Gid;
import org.verbena.provider.sim.wire.DropReason;

/** A device, as the connection manager uses it. The engine's lock protects all calls. */
public interface CmTransport {
    /**
     * Returns the name.
     *
     * @return the name of the device
     */
    String name();

    /**
     * Returns the GUID that identifies the device in messages.
     *
     * @return the CA GUID
     */
    long caGuid();

    /** {@return the acknowledgement delay, {@code local_ca_ack_delay}, an exponent} */
    int ackDelay();

    /**
     * Returns the index of a GID in the table of a port.
     *
     * @param portNum the port
     * @param gid the GID
     * @return the index, -1 if the port does not have the GID
     */
    int gidIndex(int portNum, Gid gid);

    /**
     * Sends a management datagram to queue pair 1 of a peer. It may be lost.
     *
     * @param to the way to the peer
     * @param mad the datagram
     */
    void send(CmAddressVector to, ByteBuffer mad);

    /**
     * Counts a message that the connection manager drops.
     *
     * @param reason the reason
     */
    void dropped(DropReason reason);
}
