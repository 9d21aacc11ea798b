// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.provider.sim.wire.Opcode;
import org.verbena.provider.sim.wire.WireMessage;

/** The message that a responder is receiving: the fields of its first packet, and the number of bytes received. */
final class Reassembly {
    private boolean active;
    private Opcode opcode = Opcode.SEND;

    /** The number of bytes written so far. */
    long position;

    /** The length that the first packet of a write announced. */
    long length;

    /** The address of the first byte of a write. */
    long address;

    /** The R_Key of a write. */
    int rkey;

    private @Nullable Receives receives;

    /** Holds the receive that the first packet took from a shared queue, if the message has further packets. */
    private @Nullable RecvRing held;

    private boolean holds;

    /** Returns whether packets may come next: they begin a message, or they continue the current one. */
    boolean isNext(WireMessage packets) {
        return active ? !packets.starts && packets.opcode == opcode : packets.starts;
    }

    boolean isActive() {
        return active;
    }

    /** Begins with the first packets of a write. */
    void begin(WireMessage packets) {
        active = true;
        opcode = packets.opcode;
        position = 0;
        length = packets.length;
        address = packets.remoteAddress;
        rkey = packets.rkey;
    }

    /** Begins with the first packets of a send, which takes the oldest receive. */
    void begin(WireMessage packets, Receives from, boolean shared) {
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

    /** Returns the source of the receive of a send. */
    @Nullable
    Receives receives() {
        return receives;
    }

    /** Returns the ring whose oldest entry is the receive of a send. */
    RecvRing ring(Receives from) {
        RecvRing own = held;
        return holds && own != null ? own : from.ring();
    }

    /** Returns whether it holds a receive of a shared queue. */
    boolean holdsReceive() {
        return holds;
    }

    /** Drops the receive that it holds, which has completed although the message is incomplete. */
    void losesReceive() {
        holds = false;
        receives = null;
    }

    /** Ends the message, because it is complete or because the rest is dropped. */
    void end() {
        active = false;
        holds = false;
        if (receives != null) {
            receives = null;
        }
    }
}
