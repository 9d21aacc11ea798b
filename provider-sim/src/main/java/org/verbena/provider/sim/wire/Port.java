// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.wire;

import java.util.Set;
import org.verbena.attr.Gid;

/** A port of a device, with its addresses, its state and the receiver of its messages. */
public final class Port {
    private final String device;
    private final Set<Gid> gids;
    private final int lid;
    private final long mac;
    private final Receiver receiver;
    private boolean up = true;

    /**
     * Creates a port that is up.
     *
     * @param device the name of its device
     * @param gids its GIDs
     * @param lid its LID, 0 on Ethernet
     * @param mac its Ethernet address, 48 bits
     * @param receiver the receiver of its messages
     */
    public Port(String device, Set<Gid> gids, int lid, long mac, Receiver receiver) {
        this.device = device;
        this.gids = Set.copyOf(gids);
        this.lid = lid;
        this.mac = mac;
        this.receiver = receiver;
    }

    /**
     * Returns the device of this port.
     *
     * @return the name of the device
     */
    public String device() {
        return device;
    }

    Set<Gid> gids() {
        return gids;
    }

    /** {@return the LID, 0 on Ethernet} */
    public int lid() {
        return lid;
    }

    long mac() {
        return mac;
    }

    /** {@return whether the port is up} */
    public boolean isUp() {
        return up;
    }

    /**
     * Sets whether the port is up.
     *
     * @param value true to let messages pass
     */
    public void up(boolean value) {
        up = value;
    }

    /** {@return the receiver of the messages} */
    public Receiver receiver() {
        return receiver;
    }

    void receive(WireMessage message) {
        if (up) {
            receiver.receive(message);
        }
    }
}
