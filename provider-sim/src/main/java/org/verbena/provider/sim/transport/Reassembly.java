package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.provider.sim.wire.Message;
import org.verbena.provider.sim.wire.Opcode;

/** The message that a responder is receiving: what its first packet said, and how many bytes have come. */
final class Reassembly {
    private boolean active;
    private Opcode opcode = Opcode.SEND;

    /** The number of bytes that have been placed. */
    long position;

    /** The length that a write announced. */
    long length;

    /** The first byte that a write is for. */
    long address;

    /** The key that a write uses. */
    int rkey;

    private @Nullable Receives receives;

    /** Holds the receive of a shared queue that the first packet took, if the message is longer than that packet. */
    private @Nullable RecvRing held;

    private boolean holds;

    /** Returns whether packets may come next: the first ones, or those that go on with what has begun. */
    boolean isNext(Message packets) {
        return active ? !packets.starts && packets.opcode == opcode : packets.starts;
    }

    boolean isActive() {
        return active;
    }

    /** Begins with the first packets of a write. */
    void begin(Message packets) {
        active = true;
        opcode = packets.opcode;
        position = 0;
        length = packets.length;
        address = packets.remoteAddress;
        rkey = packets.rkey;
    }

    /** Begins with the first packets of a send, which takes the oldest receive. */
    void begin(Message packets, Receives from, boolean shared) {
        begin(packets);
        receives = from;
        if (!packets.ends && shared) {
            RecvRing own = held;
            if (own == null || own.maxSge() < from.ring().maxSge()) {
                own = new RecvRing(1, false, from.ring().maxSge());
                held = own;
            }
            from.ring().copyOldest(own);
            from.take();
            holds = true;
        }
    }

    /** Returns where the receive of a send came from. */
    @Nullable
    Receives receives() {
        return receives;
    }

    /** Returns the ring whose oldest entry is the receive of a send. */
    RecvRing ring(Receives from) {
        RecvRing own = held;
        return holds && own != null ? own : from.ring();
    }

    /** Returns whether it took a receive out of a shared queue. */
    boolean holdsReceive() {
        return holds;
    }

    /** Follows the completion of the receive that it took, although the message is not complete. */
    void losesReceive() {
        holds = false;
        receives = null;
    }

    /** Ends: the message is complete, or nothing more of it is taken. */
    void end() {
        active = false;
        holds = false;
        if (receives != null) {
            receives = null;
        }
    }
}
