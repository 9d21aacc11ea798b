package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.AccessFlag;
import org.verbena.AsyncEventType;
import org.verbena.Flags;
import org.verbena.QpAttrMask;
import org.verbena.provider.sim.memory.MemoryKey;
import org.verbena.provider.sim.memory.Segments;
import org.verbena.provider.sim.wire.Message;
import org.verbena.provider.sim.wire.Opcode;
import org.verbena.provider.sim.wire.Service;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.DataPathTrait;

/** Receives over RC and XRC: every request once and in order, and an answer for each. */
final class ReliableResponder extends Responder {
    private static final int REMOTE_READ = (int) AccessFlag.REMOTE_READ.mask();
    private static final int REMOTE_ATOMIC = (int) AccessFlag.REMOTE_ATOMIC.mask();
    private static final int FLUSH_GLOBAL = (int) AccessFlag.FLUSH_GLOBAL.mask();
    private static final int FLUSH_PERSISTENT = (int) AccessFlag.FLUSH_PERSISTENT.mask();
    private static final int WHOLE_REGION = 1;
    private static final int GLOBAL_PLACEMENT = 1;
    private static final int PERSISTENT_PLACEMENT = 2;

    private int expected;
    private boolean reportedGap;
    private @Nullable ResponseHistory history;

    ReliableResponder(TransportQp qp) {
        super(qp);
    }

    @Override
    void modified(Flags<QpAttrMask> mask) {
        if (mask.contains(QpAttrMask.RQ_PSN)) {
            expected = (int) qp().attr().rqPsn();
        }
    }

    @Override
    void reset() {
        super.reset();
        reportedGap = false;
        history = null;
    }

    @Override
    void receive(Message message) {
        establish();
        int distance = (message.psn - expected) << Byte.SIZE >> Byte.SIZE;
        if (distance > 0) {
            if (!reportedGap) {
                reportedGap = true;
                acknowledge(expected, Message.NAK_SEQUENCE);
            }
        } else if (distance < 0) {
            repeat(message);
        } else {
            reportedGap = false;
            perform(message);
        }
    }

    private void perform(Message message) {
        int access = accessOf(message);
        if (isTooLong(message) || (access & ~qp().accessFlags()) != 0) {
            refuse(message, null, Message.NAK_INVALID_REQUEST, WcStatuses.REMOTE_INVALID_REQUEST);
            return;
        }
        switch (message.opcode) {
            case SEND -> receiveSend(message);
            case RDMA_WRITE -> receiveWrite(message, access);
            case RDMA_READ -> receiveRead(message, access);
            case COMPARE_SWAP, FETCH_ADD -> receiveAtomic(message, access);
            case FLUSH -> receiveFlush(message, access);
            case ATOMIC_WRITE -> receiveAtomicWrite(message, access);
            default -> {}
        }
    }

    private static int accessOf(Message message) {
        return switch (message.opcode) {
            case RDMA_WRITE, ATOMIC_WRITE -> REMOTE_WRITE;
            case RDMA_READ -> REMOTE_READ;
            case COMPARE_SWAP, FETCH_ADD -> REMOTE_ATOMIC;
            case FLUSH ->
                ((message.placement & GLOBAL_PLACEMENT) != 0 ? FLUSH_GLOBAL : 0)
                        | ((message.placement & PERSISTENT_PLACEMENT) != 0 ? FLUSH_PERSISTENT : 0);
            default -> 0;
        };
    }

    // ---------------------------------------------------------------- messages with a receive

    /** Where receives for a message come from: over XRC the message says so. */
    private @Nullable Receives receivesFor(Message message) {
        return message.service == Service.EXTENDED ? qp().adapter().srqs().get(message.srqn) : qp().receives();
    }

    private Object domain(Message message) {
        SharedReceives named =
                message.service == Service.EXTENDED ? qp().adapter().srqs().get(message.srqn) : null;
        return named == null ? qp().domain() : named.domain();
    }

    private boolean isReady(@Nullable Receives receives, Message message) {
        if (receives == null && message.service == Service.EXTENDED) {
            refuse(message, null, Message.NAK_INVALID_REQUEST, WcStatuses.REMOTE_INVALID_REQUEST);
            return false;
        }
        if (receives == null || receives.isEmpty()) {
            acknowledge(message.psn, Message.RNR_NAK | qp().attr().minRnrTimer());
            return false;
        }
        return true;
    }

    private void receiveSend(Message message) {
        Receives receives = receivesFor(message);
        if (!isReady(receives, message) || receives == null) {
            return;
        }
        DataPath driver = qp().adapter().dataPath();
        Segments places = qp().engine().scatter();
        switch (scatter(receives, message.payload.length(), places)) {
            case FITS -> acceptSend(message, receives, places);
            case TOO_LONG ->
                refuse(
                        message,
                        receives,
                        qp().has(DataPathTrait.FAILED_REQUEST_TAKES_RECV)
                                ? Message.NAK_REMOTE_OPERATION
                                : Message.NAK_INVALID_REQUEST,
                        driver.tooLong().value());
            case NO_ACCESS ->
                refuse(
                        message,
                        receives,
                        Message.NAK_REMOTE_OPERATION,
                        driver.badReceive().value());
        }
    }

    private void acceptSend(Message message, Receives receives, Segments places) {
        message.payload.copyTo(places);
        if (message.hasInvalidate && !LocalOperations.invalidate(qp(), message.immediate)) {
            boolean acked = qp().has(DataPathTrait.ACKS_BAD_INVALIDATIONS);
            refuse(
                    message,
                    receives,
                    acked ? Message.ACK : Message.NAK_INVALID_REQUEST,
                    WcStatuses.REMOTE_INVALID_REQUEST);
            return;
        }
        done(message);
        if (complete(receives, WcStatuses.SUCCESS, message, message.payload.length(), 0)) {
            acknowledge(message.psn + message.packets - 1, Message.ACK);
        }
    }

    private void receiveWrite(Message message, int access) {
        Receives receives = message.hasImmediate ? receivesFor(message) : null;
        if (message.hasImmediate && !isReady(receives, message)) {
            return;
        }
        Segments places = qp().engine().scatter();
        if (!find(message, access, message.payload.length(), places)) {
            refuse(message, receives, Message.NAK_REMOTE_ACCESS, WcStatuses.REMOTE_ACCESS);
            return;
        }
        message.payload.copyTo(places);
        done(message);
        if (receives == null || complete(receives, WcStatuses.SUCCESS, message, message.payload.length(), 0)) {
            acknowledge(message.psn + message.packets - 1, Message.ACK);
        }
    }

    // ---------------------------------------------------------------- messages that are answered with data

    private boolean mayRead(Message message) {
        if (qp().attr().maxDestRdAtomic() == 0) {
            refuse(message, null, Message.NAK_INVALID_REQUEST, WcStatuses.REMOTE_INVALID_REQUEST);
            return false;
        }
        return true;
    }

    private void receiveRead(Message message, int access) {
        if (mayRead(message)) {
            answerRead(message, access);
        }
    }

    private void answerRead(Message message, int access) {
        Message answer = qp().engine().takeMessage();
        try {
            if (!find(message, access, message.length, answer.payload)) {
                refuse(message, null, Message.NAK_REMOTE_ACCESS, WcStatuses.REMOTE_ACCESS);
                return;
            }
            if (done(message)) {
                history().add(message, 0);
            }
            answer(answer, Opcode.READ_RESPONSE, message);
            answer.length = message.length;
            qp().path().send(answer);
        } finally {
            qp().engine().giveBack();
        }
    }

    private void receiveAtomic(Message message, int access) {
        if (!mayRead(message)) {
            return;
        }
        Segments place = qp().engine().scatter();
        if (!find(message, access, Long.BYTES, place)) {
            refuse(message, null, Message.NAK_REMOTE_ACCESS, WcStatuses.REMOTE_ACCESS);
        } else if (message.remoteAddress % Long.BYTES != 0) {
            refuse(message, null, Message.NAK_INVALID_REQUEST, WcStatuses.REMOTE_INVALID_REQUEST);
        } else {
            long before = place.firstLong();
            if (message.opcode == Opcode.FETCH_ADD) {
                place.firstLong(before + message.swapAdd);
            } else if (before == message.compare) {
                place.firstLong(message.swapAdd);
            }
            history().add(message, before);
            done(message);
            answerAtomic(message, before);
        }
    }

    private void answerAtomic(Message message, long before) {
        Message answer = qp().engine().takeMessage();
        try {
            answer(answer, Opcode.ATOMIC_ACKNOWLEDGE, message);
            answer.compare = before;
            qp().path().send(answer);
        } finally {
            qp().engine().giveBack();
        }
    }

    private ResponseHistory history() {
        ResponseHistory kept = history;
        if (kept == null) {
            kept = new ResponseHistory(Math.max(1, qp().attr().maxDestRdAtomic()));
            history = kept;
        }
        return kept;
    }

    private void receiveFlush(Message message, int access) {
        Segments places = qp().engine().scatter();
        long length = message.selectivity == WHOLE_REGION ? 0 : message.length;
        MemoryKey key = qp().adapter().keys().find(message.rkey);
        long first = message.remoteAddress;
        boolean found = key != null
                && (message.selectivity == WHOLE_REGION
                        ? key.grants(qp(), domain(message), access)
                        : key.remote(qp(), domain(message), access, first, length, places));
        if (found) {
            done(message);
            history().add(message, 0);
            answerEmpty(message);
        } else {
            refuse(message, null, Message.NAK_REMOTE_ACCESS, WcStatuses.REMOTE_ACCESS);
        }
    }

    private void receiveAtomicWrite(Message message, int access) {
        if (!mayRead(message)) {
            return;
        }
        Segments place = qp().engine().scatter();
        if (message.payload.length() != Long.BYTES || message.remoteAddress % Long.BYTES != 0) {
            refuse(message, null, Message.NAK_INVALID_REQUEST, WcStatuses.REMOTE_INVALID_REQUEST);
        } else if (!find(message, access, Long.BYTES, place)) {
            refuse(message, null, Message.NAK_REMOTE_ACCESS, WcStatuses.REMOTE_ACCESS);
        } else {
            message.payload.copyTo(place);
            done(message);
            history().add(message, 0);
            answerEmpty(message);
        }
    }

    /** rxe_resp.c, acknowledge: what is answered like a read but brings nothing. */
    private void answerEmpty(Message message) {
        Message answer = qp().engine().takeMessage();
        try {
            answer(answer, Opcode.READ_RESPONSE, message);
            qp().path().send(answer);
        } finally {
            qp().engine().giveBack();
        }
    }

    /** Finds the memory that a request names; one of no bytes need not name any (C9-88). */
    private boolean find(Message message, int access, long length, Segments places) {
        if (length == 0 && qp().has(DataPathTrait.EMPTY_WRITE_IGNORES_KEY)) {
            return true;
        }
        MemoryKey key = qp().adapter().keys().find(message.rkey);
        return key != null && key.remote(qp(), domain(message), access, message.remoteAddress, length, places);
    }

    // ---------------------------------------------------------------- what came before

    /** Answers a request again that has been performed (IBA 9.7.5.1.5). */
    private void repeat(Message message) {
        if (message.opcode == Opcode.SEND || message.opcode == Opcode.RDMA_WRITE) {
            acknowledge(expected - 1 & Message.PSN_MASK, Message.ACK);
            return;
        }
        ResponseHistory kept = history;
        if (kept == null || !kept.contains(message)) {
            return;
        }
        switch (message.opcode) {
            case RDMA_READ -> answerRead(message, REMOTE_READ);
            case FLUSH, ATOMIC_WRITE -> answerEmpty(message);
            default -> answerAtomic(message, kept.result(message));
        }
    }

    // ---------------------------------------------------------------- answers

    /** Goes on to the next request; returns whether this one was new. */
    private boolean done(Message message) {
        int next = message.psn + message.packets & Message.PSN_MASK;
        boolean fresh = (next - expected) << Byte.SIZE > 0;
        if (fresh) {
            expected = next;
        }
        return fresh;
    }

    private void acknowledge(int psn, int syndrome) {
        Message answer = qp().engine().takeMessage();
        try {
            header(answer, Opcode.ACKNOWLEDGE);
            answer.psn = psn & Message.PSN_MASK;
            answer.packets = 1;
            answer.syndrome = syndrome;
            qp().path().send(answer);
        } finally {
            qp().engine().giveBack();
        }
    }

    private void answer(Message answer, Opcode opcode, Message request) {
        header(answer, opcode);
        answer.psn = request.psn;
        answer.packets = request.packets;
        answer.syndrome = Message.ACK;
    }

    private void header(Message answer, Opcode opcode) {
        Messages.kind(answer, opcode, qp().service());
        answer.srcQpn = qp().number();
        answer.destQpn = qp().destQpn();
    }

    /** Ends the connection because of a request. */
    private void refuse(Message message, @Nullable Receives taken, int syndrome, int status) {
        boolean ownFault = syndrome == Message.NAK_REMOTE_OPERATION || status == WcStatuses.LENGTH;
        if (taken != null && (ownFault || qp().has(DataPathTrait.FAILED_REQUEST_TAKES_RECV))) {
            complete(taken, status, message, 0, 0);
        }
        acknowledge(syndrome == Message.ACK ? message.psn + message.packets - 1 : message.psn, syndrome);
        if (!ownFault && qp().has(DataPathTrait.ACCESS_EVENTS)) {
            qp().raise(
                            syndrome == Message.NAK_REMOTE_ACCESS
                                    ? AsyncEventType.QP_ACCESS_ERR
                                    : AsyncEventType.QP_REQ_ERR);
        }
        qp().fail();
    }
}
