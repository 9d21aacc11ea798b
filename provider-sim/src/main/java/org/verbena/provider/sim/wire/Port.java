package org.verbena.provider.sim.wire;

import java.util.Set;
import org.verbena.Gid;

/** A port: its device, its addresses, whether it is up, and where its messages go. */
public final class Port {
    private final String device;
    private final Set<Gid> gids;
    private final int lid;
    private final long mac;
    private final Receiver receiver;
    private boolean up = true;

    /**
     * A port that is up.
     *
     * @param device the name of its device
     * @param gids its GIDs
     * @param lid its LID, 0 on Ethernet
     * @param mac its Ethernet address, 48 bits
     * @param receiver where its messages go
     */
    public Port(String device, Set<Gid> gids, int lid, long mac, Receiver receiver) {
        this.device = device;
        this.gids = Set.copyOf(gids);
        this.lid = lid;
        this.mac = mac;
        this.receiver = receiver;
    }

    /**
     * Whose port it is.
     *
     * @return the name of its device
     */
    public String device() {
        return device;
    }

    Set<Gid> gids() {
        return gids;
    }

    /**
     * The LID.
     *
     * @return the LID, 0 on Ethernet
     */
    public int lid() {
        return lid;
    }

    long mac() {
        return mac;
    }

    /**
     * Whether messages pass.
     *
     * @return whether it is up
     */
    public boolean isUp() {
        return up;
    }

    /**
     * Lets messages pass or not.
     *
     * @param value whether it is up
     */
    public void up(boolean value) {
        up = value;
    }

    void receive(Message message) {
        if (up) {
            receiver.receive(message);
        }
    }
}
