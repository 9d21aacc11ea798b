// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.verbena.provider.sim.memory.MemoryKey;
import org.verbena.provider.sim.memory.Segments;
import org.verbena.provider.sim.wire.Opcode;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.spi.model.DataPathTrait;

/** Receives over a connection. A message may have many packets, and an error may be in any of them. */
abstract class ConnectedResponder extends Responder {
    private final Reassembly reassembly = new Reassembly();

    ConnectedResponder(TransportQp qp) {
        super(qp);
    }

    /** Returns the message that is being received. */
    final Reassembly reassembly() {
        return reassembly;
    }

    @Override
    void reset() {
        super.reset();
        reassembly.end();
    }

    @Override
    void failed() {
        Receives receives = reassembly.receives();
        if (reassembly.holdsReceive() && receives != null && !qp().has(DataPathTrait.LOSES_TAKEN_RECEIVES)) {
            flushTaken(receives, reassembly.ring(receives));
        }
        reassembly.end();
    }

    /**
     * Returns whether the sizes of packets do not match the path MTU. First and middle packets must have exactly as
     * many bytes, the last one at most as many (IBA C9-92; rxe: rxe_resp_check_length).
     */
    final boolean hasBadSize(WireMessage packets) {
        if (packets.opcode == Opcode.SEND && qp().has(DataPathTrait.CHECKS_SIZES_OF_WRITES_ALONE)) {
            return false;
        }
        long length = packets.payload.length();
        if (packets.packets == 1 && packets.ends) {
            return length > qp().mtu() || (length == 0 && !packets.starts);
        }
        return packets.mtu != qp().mtu();
    }

    /** Clears the solicited event bit unless the bad packet is the last one. Only the last packet carries the bit. */
    static void failsAt(int bad, WireMessage packets) {
        int last = packets.psn + packets.packets - 1;
        packets.solicited &= packets.ends && (bad - last & WireMessage.PSN_MASK) == 0;
    }

    /** An error in the packets of a write. */
    enum WriteError {
        NONE,
        INVALID,
        NO_ACCESS
    }

    /**
     * Checks the packets of a write for errors, and finds the memory for the rest of the write. The order of the checks
     * is that of rxe (rxe_resp_check_length, then check_rkey).
     */
    final WriteError examine(WireMessage packets, int access, Object domain, Segments places) {
        boolean invalid = hasBadSize(packets) || (packets.starts && isTooLong(packets));
        if (invalid && !qp().has(DataPathTrait.CHECKS_SIZES_OF_WRITES_ALONE)) {
            return WriteError.INVALID;
        }
        if (!findRest(access, domain, places)) {
            return WriteError.NO_ACCESS;
        }
        return invalid || hasBadLength(packets) || packets.wrongPad ? WriteError.INVALID : WriteError.NONE;
    }

    /** Returns whether the packets of a write carry more or fewer bytes than its first packet announced. */
    private boolean hasBadLength(WireMessage packets) {
        if (qp().has(DataPathTrait.ACCEPTS_WRITES_THAT_END_EARLY)) {
            long before = (packets.packets - 1L) * packets.mtu;
            long rest = reassembly.length - reassembly.position - before;
            return packets.payload.length() - before != Math.min(rest, qp().mtu());
        }
        long after = reassembly.position + packets.payload.length();
        return packets.ends ? after != reassembly.length : after >= reassembly.length;
    }

    /** Writes the data of packets behind the data already received. Returns whether all of it fits. */
    final RecvRing.Fit place(WireMessage packets, Receives receives) {
        Segments places = qp().engine().scatter();
        Segments payload = packets.payload;
        RecvRing ring = reassembly.ring(receives);
        RecvRing.Fit fit = scatter(receives, ring, reassembly.position, payload.length(), places);
        if (fit == RecvRing.Fit.TOO_LONG) {
            places.truncate(Messages.wholePackets(places.length(), packets.mtu));
        }
        payload.truncate(places.length());
        payload.copyTo(places);
        reassembly.position += payload.length();
        return fit;
    }

    /**
     * Finds the memory for the rest of a write, of which the packets carry a part. A write of zero bytes needs no
     * memory (IBA C9-88).
     */
    private boolean findRest(int access, Object domain, Segments places) {
        long rest = reassembly.length - reassembly.position;
        if (rest == 0 && qp().has(DataPathTrait.EMPTY_WRITE_IGNORES_KEY)) {
            return true;
        }
        MemoryKey key = qp().nic().keys().find(reassembly.rkey);
        return key != null && key.remote(qp(), domain, access, reassembly.address + reassembly.position, rest, places);
    }

    /** Writes the data of packets. */
    final void write(WireMessage packets, Segments places) {
        packets.payload.copyTo(places);
        reassembly.position += packets.payload.length();
    }
}
