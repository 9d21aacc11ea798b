package org.verbena.provider.sim.transport;

import org.verbena.provider.sim.wire.WireMessage;

/**
 * An acknowledgement that is not sent yet. Packets that arrive close together share one (IBA 9.7.5.1.2), because sending
 * a packet costs about as much as receiving one.
 */
final class PendingAck {
    /** The maximum interval of packets that belong to a stream. */
    private static final long STREAM_NANOS = 20_000;

    /** The maximum number of packets of a stream for one acknowledgement. */
    private static final int MOST_PACKETS = 16;

    /** The maximum time that the first of these packets waits. */
    private static final long PATIENCE_NANOS = 50_000;

    private final ReliableResponder responder;
    private int packets;
    private int psn;
    private long since;
    private long lastPacket;
    private boolean streams;

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
            streams = now - lastPacket <= STREAM_NANOS;
        }
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
        if (packets == 0 || !streams || packets >= MOST_PACKETS || now - since >= PATIENCE_NANOS) {
            leaveList();
            return true;
        }
        return false;
    }

    /** Sends the acknowledgement, if there is one, because the engine clears its list. */
    void leaveList() {
        listed = false;
        send();
    }
}
