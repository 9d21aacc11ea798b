// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.verbena.provider.sim.wire.WireMessage;

/**
 * An acknowledgement that is not sent yet. Packets that arrive close together share one (IBA 9.7.5.1.2), because
 * sending a packet costs about as much as receiving one.
 */
final class PendingAck {
    /** The maximum number of packets for one acknowledgement. */
    private static final int MOST_PACKETS = 16;

    /**
     * The maximum time that the first of these packets waits, and the maximum interval of packets for which it waits.
     */
    private static final long PATIENCE_NANOS = 50_000;

    /** The number of packets that do not wait after a wait in vain. */
    private static final int PACKETS_WITHOUT_WAIT = 32;

    private final ReliableResponder responder;
    private int packets;
    private int psn;
    private long since;
    private long lastPacket;
    private boolean waits;
    private int withoutWait;

    /** Set while the engine's list contains this object. */
    private boolean listed;

    PendingAck(ReliableResponder responder) {
        this.responder = responder;
    }

    /** Adds a packet of the current turn. It acknowledges those before it as well. */
    void add(int acknowledged) {
        Engine engine = responder.qp().engine();
        long now = engine.turnTime();
        if (packets == 0) {
            since = now;
            waits = withoutWait == 0 && now - lastPacket <= PATIENCE_NANOS;
        }
        withoutWait = Math.max(0, withoutWait - 1);
        lastPacket = now;
        packets++;
        psn = acknowledged;
        if (!listed) {
            listed = true;
            engine.acknowledgeLater(this);
        }
    }

    /** Sends the acknowledgement, if there is one. */
    void send() {
        if (packets > 0) {
            packets = 0;
            responder.sendAcknowledgement(psn, WireMessage.ACK);
        }
    }

    /**
     * Sends the acknowledgement unless further packets are likely to arrive soon.
     *
     * @return whether there is none any more
     */
    boolean sendIfDue(long now) {
        if (packets > 0 && packets < MOST_PACKETS && waits) {
            if (now - since < PATIENCE_NANOS) {
                return false;
            }
            if (packets == 1) {
                // The sender itself waits for the acknowledgement.
                withoutWait = PACKETS_WITHOUT_WAIT;
            }
        }
        leaveList();
        return true;
    }

    /** Sends the acknowledgement, if there is one, because the engine clears its list. */
    void leaveList() {
        listed = false;
        send();
    }
}
