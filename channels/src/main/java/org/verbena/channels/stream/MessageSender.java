package org.verbena.channels.stream;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.verbena.DeviceContext;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.channels.rsocket.ConnectionData;
import org.verbena.channels.rsocket.Immediate;
import org.verbena.channels.rsocket.Rsocket;
import org.verbena.channels.rsocket.SendSide;
import org.verbena.channels.rsocket.Target;
import org.verbena.error.VerbsException;
import org.verbena.memory.PooledBuffer;

/** Posts the messages of a stream: writes with immediate data. The lock of the stream guards it. */
final class MessageSender {
    private final StreamResources resources;
    private final Rsocket rsocket;
    private final SendBatch dataBatch;
    private final SendWr data;
    private final SendBatch controlBatch;
    private final SendWr control;

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
        boolean inline = length <= resources.maxInline;
        data.writeImm(out.remoteAddress(), out.remoteKey(), Immediate.of(Immediate.DATA, length));
        if (inline) {
            source.copyTo(data.inlineArea(), 0, length);
            data.inlineLength(length);
        } else {
            data.noData();
            int first = Math.min(length, resources.sendBuffer() - out.position());
            copy(source, out.position(), first);
            if (first < length) {
                copy(source, 0, length - first);
            }
        }
        data.wrId(out.sending(length, inline ? 0 : length));
        post(dataBatch);
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
