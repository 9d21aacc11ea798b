package org.verbena.provider.sim.transport;

import org.verbena.provider.sim.memory.MemoryKey;
import org.verbena.provider.sim.memory.Segments;
import org.verbena.provider.sim.wire.Message;
import org.verbena.provider.sim.wire.Opcode;
import org.verbena.spi.model.DataPathTrait;

/** Receives over UC: what cannot be done is not done, and nobody hears of it. */
final class UnreliableResponder extends Responder {
    UnreliableResponder(TransportQp qp) {
        super(qp);
    }

    @Override
    void receive(Message message) {
        establish();
        if (message.opcode == Opcode.SEND) {
            receiveSend(message);
        } else if (mayWrite(message)) {
            receiveWrite(message);
        }
    }

    private boolean mayWrite(Message message) {
        return message.opcode == Opcode.RDMA_WRITE && !isTooLong(message) && (qp().accessFlags() & REMOTE_WRITE) != 0;
    }

    private void receiveSend(Message message) {
        Receives receives = qp().receives();
        if (receives == null || receives.isEmpty()) {
            return;
        }
        Segments places = qp().engine().scatter();
        switch (scatter(receives, message.payload.length(), places)) {
            case FITS -> {
                message.payload.copyTo(places);
                complete(receives, WcStatuses.SUCCESS, message, message.payload.length(), 0);
            }
            case TOO_LONG ->
                refuse(receives, qp().adapter().dataPath().tooLong().value(), message);
            case NO_ACCESS ->
                refuse(receives, qp().adapter().dataPath().badReceive().value(), message);
        }
    }

    private void refuse(Receives receives, int status, Message message) {
        complete(receives, status, message, 0, 0);
        qp().fail();
    }

    private void receiveWrite(Message message) {
        Receives receives = qp().receives();
        if (message.hasImmediate && (receives == null || receives.isEmpty())) {
            return;
        }
        boolean written = write(message);
        if (!message.hasImmediate || receives == null) {
            return;
        }
        if (written) {
            complete(receives, WcStatuses.SUCCESS, message, message.payload.length(), 0);
        } else if (qp().has(DataPathTrait.FAILED_REQUEST_TAKES_RECV) && !qp().hasOwnReceives()) {
            // rxe_resp.c, RESPST_ERR_RKEY_VIOLATION: UC/SRQ class D.
            complete(receives, WcStatuses.REMOTE_ACCESS, message, 0, 0);
        }
    }

    private boolean write(Message message) {
        if (message.payload.length() == 0) {
            return true;
        }
        MemoryKey key = qp().adapter().keys().find(message.rkey);
        Segments places = qp().engine().scatter();
        long length = message.payload.length();
        if (key == null || !key.remote(qp(), qp().domain(), REMOTE_WRITE, message.remoteAddress, length, places)) {
            return false;
        }
        message.payload.copyTo(places);
        return true;
    }
}
