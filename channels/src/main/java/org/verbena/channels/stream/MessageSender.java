// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.verbena.DeviceContext;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.channels.rsocket.ConnectionData;
import org.verbena.channels.rsocket.Immediate;
import org.verbena.channels.rsocket.IoMap;
import org.verbena.channels.rsocket.IoRange;
import org.verbena.channels.rsocket.Rsocket;
import org.verbena.channels.rsocket.SendSide;
import org.verbena.channels.rsocket.Target;
import org.verbena.error.VerbsException;
import org.verbena.memory.PooledBuffer;

/**
 * Posts the messages of a stream: writes, with immediate data unless they go into mapped memory. The lock of the stream
 * guards it.
 */
final class MessageSender {
    private final StreamResources resources;
    private final Rsocket rsocket;
    private final SendBatch dataBatch;
    private final SendWr data;
    private final SendBatch controlBatch;
    private final SendWr control;
    private final ByteBuffer entry = ByteBuffer.allocate(IoMap.ENTRY_LENGTH);
    private final BufferList entries = new BufferList();

    private Target peerList = Target.NONE;
    private ByteOrder peerOrder = ByteOrder.nativeOrder();
    private int peerEntry = 1;
    private int controlSlot;

    MessageSender(DeviceContext context, StreamResources resources, Rsocket rsocket) {
        this.resources = resources;
        this.rsocket = rsocket;
        dataBatch = context.newSendBatch(1, 2, resources.maxInline);
        data = dataBatch.add();
        dataBatch.release();
        controlBatch = context.newSendBatch(1, 1, 0);
        control = controlBatch.add();
        controlBatch.release();
    }

    void connected(ConnectionData peer) {
        peerList = peer.targets();
        peerOrder = peer.bigEndian() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    }

    /**
     * Sends bytes of the application.
     *
     * @throws VerbsException if the device rejects the message
     */
    void send(BufferList source, int length) {
        SendSide out = rsocket.out();
        data.writeImm(out.remoteAddress(), out.remoteKey(), Immediate.of(Immediate.DATA, length));
        int ring = copy(source, length);
        data.wrId(out.sending(length, ring));
        post(dataBatch);
    }

    /**
     * Writes bytes of the application into mapped memory of the peer, without immediate data ({@code riowrite}).
     *
     * @throws VerbsException if the device rejects the message
     */
    void ioSend(BufferList source, int length, IoRange target, long offset) {
        data.write(target.address() + (offset - target.offset()), target.key());
        int ring = copy(source, length);
        data.wrId(rsocket.out().ioSending(ring));
        post(dataBatch);
    }

    /**
     * Sends the entries of the peer's I/O map that wait.
     *
     * @throws VerbsException if the device rejects a message
     */
    void sendEntries() {
        for (long next = rsocket.nextEntry(resources.maxInline);
                next != Rsocket.NONE;
                next = rsocket.nextEntry(resources.maxInline)) {
            IoRange range = rsocket.peerIoMap().sending();
            entry.clear().order(peerOrder);
            entry.putLong(range.offset())
                    .putLong(range.address())
                    .putInt((int) range.key())
                    .putInt((int) range.length());
            entries.set(entry.flip());
            data.writeImm(entryAddress(next), peerList.key(), Immediate.of(Immediate.IO_MAP, (int) next));
            int ring = copy(entries, IoMap.ENTRY_LENGTH);
            data.wrId(rsocket.out().sendingEntry(ring));
            post(dataBatch);
        }
    }

    /** The entries of the I/O map are behind the descriptors. */
    private long entryAddress(long index) {
        return peerList.address() + (long) peerList.length() * SendSide.ENTRY_LENGTH + index * IoMap.ENTRY_LENGTH;
    }

    /** Copies the bytes of a message, inline if they fit. Returns the number of bytes in the send ring. */
    private int copy(BufferList source, int length) {
        if (length <= resources.maxInline) {
            source.copyTo(data.inlineArea(), 0, length);
            data.inlineLength(length);
            return 0;
        }
        data.noData();
        int position = rsocket.out().position();
        int first = Math.min(length, resources.sendBuffer() - position);
        copy(source, position, first);
        if (first < length) {
            copy(source, 0, length - first);
        }
        return length;
    }

    /**
     * Sends bytes of a lent buffer in place.
     *
     * @throws VerbsException if the device rejects the message
     */
    void sendLent(LentBuffers lent, int length) {
        SendSide out = rsocket.out();
        PooledBuffer buffer = lent.buffer();
        data.writeImm(out.remoteAddress(), out.remoteKey(), Immediate.of(Immediate.DATA, length));
        data.noData().sge(buffer.region(), buffer.offset() + lent.position(), length);
        data.wrId(out.sending(length, 0) | SendSide.LENT);
        lent.posting(length);
        try {
            post(dataBatch);
        } catch (VerbsException e) {
            lent.rejected();
            throw e;
        }
    }

    private void copy(BufferList source, int position, int length) {
        source.copyTo(resources.sendBytes, position, length);
        data.sge(resources.sendRing, position, length);
    }

    private void post(SendBatch batch) {
        try {
            resources.qp.postSend(batch);
        } finally {
            batch.release();
        }
    }

    /**
     * Sends the control messages that are due.
     *
     * @throws VerbsException if the device rejects a message
     */
    void sendControl() {
        for (long next = rsocket.nextControl(); next != Rsocket.NONE; next = rsocket.nextControl()) {
            int immediate = (int) next;
            control.noData();
            if (Immediate.operation(immediate) == Immediate.CREDITS && rsocket.announcedHalf() >= 0) {
                announce(immediate, rsocket.announcedHalf());
            } else {
                control.writeImm(0, 0, immediate);
            }
            if (Immediate.operation(immediate) == Immediate.CREDITS) {
                rsocket.creditsSent();
            }
            control.wrId(rsocket.out().sendingControl());
            post(controlBatch);
        }
    }

    /**
     * Sends a write without bytes and without immediate data, which the software of the peer does not see
     * ({@code tcp_svc_send_keepalive}).
     *
     * @throws VerbsException if the device rejects the message
     */
    void keepAlive() {
        control.noData().write(0, 0).wrId(rsocket.out().sendingControl());
        post(controlBatch);
    }

    /** Writes the descriptor of a free half of the ring into the list of the peer. */
    private void announce(int immediate, int half) {
        int slot = resources.sendBuffer() + controlSlot * SendSide.ENTRY_LENGTH;
        controlSlot = (controlSlot + 1) % SendSide.CONTROL_SLOTS;
        ByteBuffer bytes = resources.sendBytes.order(peerOrder);
        bytes.putLong(slot, resources.ring.address() + half);
        bytes.putInt(slot + Long.BYTES, (int) resources.ring.rkey());
        bytes.putInt(slot + Long.BYTES + Integer.BYTES, resources.receiveBuffer() / 2);
        control.writeImm(peerList.address() + (long) peerEntry * SendSide.ENTRY_LENGTH, peerList.key(), immediate)
                .sge(resources.sendRing, slot, SendSide.ENTRY_LENGTH);
        peerEntry = (peerEntry + 1) % peerList.length();
    }
}
