// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.provider.sim.memory.MemoryKey;
import org.verbena.provider.sim.memory.Segments;
import org.verbena.provider.sim.wire.Opcode;
import org.verbena.provider.sim.wire.Service;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.DataPathTrait;

/** Receives over RC and XRC. It performs every request once and in order, and answers each. */
final class ReliableResponder extends ConnectedResponder {
    static final int REMOTE_READ = (int) AccessFlag.REMOTE_READ.mask();
    private static final int REMOTE_ATOMIC = (int) AccessFlag.REMOTE_ATOMIC.mask();
    private static final int FLUSH_GLOBAL = (int) AccessFlag.FLUSH_GLOBAL.mask();
    private static final int FLUSH_PERSISTENT = (int) AccessFlag.FLUSH_PERSISTENT.mask();
    private static final int WHOLE_REGION = 1;
    private static final int GLOBAL_PLACEMENT = 1;
    private static final int PERSISTENT_PLACEMENT = 2;

    /** More packets than a requester can have in flight. */
    private static final int LONG_AGO = 1 << 22;

    /** The PSN of the next packet. */
    private int expected;

    /** The PSN after the last packet that only an acknowledgement answers (rxe: ack_psn). */
    private int acknowledged;

    /** Set with the first such packet. Requests with PSNs before the first one have never arrived. */
    private boolean hasAcknowledged;

    /** The number of messages that are complete, modulo 2^24. */
    private int msn;

    private boolean reportedGap;
    private @Nullable ResponseHistory history;

    private final ReadResponder reads = new ReadResponder(this);
    private final AtomicResponder atomics = new AtomicResponder(this);
    private final PendingAck pendingAck = new PendingAck(this);

    ReliableResponder(TransportQp qp) {
        super(qp);
    }

    @Override
    void modified(Flags<QpAttr.Mask> mask) {
        if (mask.contains(QpAttr.Mask.RQ_PSN)) {
            expected = (int) qp().attr().rqPsn();
        }
    }

    @Override
    void failed() {
        pendingAck.send();
        super.failed();
    }

    @Override
    void reset() {
        pendingAck.send();
        super.reset();
        msn = 0;
        reportedGap = false;
        hasAcknowledged = false;
        history = null;
        reads.cancel();
    }

    @Override
    void receive(WireMessage message) {
        if (reads.defers(message)) {
            return;
        }
        establish();
        int distance = WireMessage.distance(message.psn, expected);
        if (distance > 0) {
            reportGap();
        } else if (distance < 0) {
            repeat(message, -distance);
        } else {
            reportedGap = false;
            perform(message);
        }
    }

    private void reportGap() {
        if (!reportedGap) {
            reportedGap = true;
            acknowledge(expected, WireMessage.NAK_SEQUENCE);
        }
    }

    private void perform(WireMessage message) {
        int access = accessOf(message);
        if (!reassembly().isNext(message) || (access & ~qp().accessFlags()) != 0) {
            refuse(message, WireMessage.NAK_INVALID_REQUEST, WcStatuses.REMOTE_INVALID_REQUEST);
            return;
        }
        switch (message.opcode) {
            case SEND -> receiveSend(message);
            case RDMA_WRITE -> receiveWrite(message, access);
            case RDMA_READ -> receiveRead(message, access);
            case COMPARE_SWAP, FETCH_ADD -> {
                if (mayRead(message)) {
                    atomics.receive(message, access);
                }
            }
            case FLUSH -> {
                if (hasLength(message)) {
                    receiveFlush(message, access);
                }
            }
            case ATOMIC_WRITE -> {
                if (mayRead(message) && hasLength(message)) {
                    atomics.receiveWrite(message, access);
                }
            }
            default -> {}
        }
    }

    private static int accessOf(WireMessage message) {
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

    // ---------------------------------------------------------------- messages that take a receive

    /** Returns the source of the receives for a message. An XRC message names it. */
    private @Nullable Receives receivesFor(WireMessage message) {
        return message.service == Service.EXTENDED ? qp().nic().srqs().get(message.srqn) : qp().receives();
    }

    private Object domain(WireMessage message) {
        SrqReceives named =
                message.service == Service.EXTENDED ? qp().nic().srqs().get(message.srqn) : null;
        return named == null ? qp().domain() : named.domain();
    }

    private boolean isReady(@Nullable Receives receives, WireMessage message) {
        if (receives == null && message.service == Service.EXTENDED) {
            refuse(message, WireMessage.NAK_INVALID_REQUEST, WcStatuses.REMOTE_INVALID_REQUEST);
            return false;
        }
        if (receives == null || receives.isEmpty() || message.receiverNotReady) {
            acknowledge(message.psn, WireMessage.RNR_NAK | qp().attr().minRnrTimer());
            if (message.packets > 1 && qp().has(DataPathTrait.SENDS_WHILE_RECEIVER_RESTS)) {
                // The packets behind the first one arrive as well.
                reportGap();
            }
            return false;
        }
        return true;
    }

    private void receiveSend(WireMessage message) {
        if (message.starts) {
            Receives from = receivesFor(message);
            if (!isReady(from, message) || from == null) {
                return;
            }
            reassembly().begin(message, from, !qp().hasOwnReceives());
        }
        Receives receives = reassembly().receives();
        if (receives == null) {
            return;
        }
        if (hasBadSize(message)) {
            refuse(message, message.psn, receives, WireMessage.NAK_INVALID_REQUEST, WcStatuses.REMOTE_INVALID_REQUEST);
            return;
        }
        DataPath driver = qp().nic().dataPath();
        int first = message.psn;
        RecvRing.Fit fit = place(message, receives);
        // The PSN of the first packet that has no place.
        int bad = first + (int) (message.payload.length() / message.mtu);
        switch (fit) {
            case FITS -> acceptSend(message, receives);
            case TOO_LONG ->
                refuse(
                        message,
                        bad,
                        receives,
                        qp().has(DataPathTrait.FAILED_REQUEST_TAKES_RECV)
                                ? WireMessage.NAK_REMOTE_OPERATION
                                : WireMessage.NAK_INVALID_REQUEST,
                        driver.tooLong().value());
            case NO_ACCESS ->
                refuse(
                        message,
                        bad,
                        receives,
                        WireMessage.NAK_REMOTE_OPERATION,
                        driver.badReceive().value());
        }
    }

    private void acceptSend(WireMessage message, Receives receives) {
        if (!message.ends) {
            done(message);
            acknowledgePart(message);
            return;
        }
        if (message.hasInvalidate && !LocalOperations.invalidate(qp(), message.immediate)) {
            if (qp().has(DataPathTrait.SILENT_BAD_INVALIDATIONS)) {
                complete(receives, reassembly().ring(receives), WcStatuses.BIND, message, 0, 0);
                qp().fail();
                return;
            }
            boolean acked = qp().has(DataPathTrait.ACKS_BAD_INVALIDATIONS);
            refuse(
                    message,
                    message.psn + message.packets - 1,
                    receives,
                    acked ? WireMessage.ACK : WireMessage.NAK_INVALID_REQUEST,
                    WcStatuses.REMOTE_INVALID_REQUEST);
            return;
        }
        done(message);
        RecvRing ring = reassembly().ring(receives);
        long length = reassembly().position;
        reassembly().end();
        if (complete(receives, ring, WcStatuses.SUCCESS, message, length, 0)) {
            acknowledge(message.psn + message.packets - 1, WireMessage.ACK);
        }
    }

    private void receiveWrite(WireMessage message, int access) {
        boolean takes = message.ends && message.hasImmediate;
        Receives receives = takes ? receivesFor(message) : null;
        // Only the last packet takes the receive. If there is none, the packets before it have been written.
        boolean alone = message.packets == 1;
        if (takes && alone && !isReady(receives, message)) {
            return;
        }
        if (message.starts) {
            reassembly().begin(message);
        }
        Segments places = qp().engine().scatter();
        WriteError error = examine(message, access, domain(message), places);
        if (error != WriteError.NONE) {
            boolean invalid = error == WriteError.INVALID;
            boolean fails = !invalid && qp().has(DataPathTrait.REFUSED_WRITE_TAKES_RECV);
            if (alone && fails && receives != null) {
                complete(receives, reassembly().ring(receives), WcStatuses.LOCAL_ACCESS, message, 0, 0);
            }
            refuse(
                    message,
                    message.psn,
                    alone && !fails ? receives : null,
                    invalid ? WireMessage.NAK_INVALID_REQUEST : WireMessage.NAK_REMOTE_ACCESS,
                    invalid ? WcStatuses.REMOTE_INVALID_REQUEST : WcStatuses.REMOTE_ACCESS);
            return;
        }
        if (takes && (receives == null || receives.isEmpty() || message.receiverNotReady)) {
            message.keepFirst(message.packets - 1);
            write(message, places);
            done(message);
            message.psn = expected;
            message.packets = 1;
            isReady(receives, message);
            return;
        }
        write(message, places);
        done(message);
        if (!message.ends) {
            acknowledgePart(message);
            return;
        }
        long length = reassembly().length;
        reassembly().end();
        if (receives == null || complete(receives, WcStatuses.SUCCESS, message, length, 0)) {
            acknowledge(message.psn + message.packets - 1, WireMessage.ACK);
        }
    }

    // ---------------------------------------------------------------- messages that a response answers

    private boolean mayRead(WireMessage message) {
        if (qp().attr().maxDestRdAtomic() == 0) {
            refuse(message, WireMessage.NAK_INVALID_REQUEST, WcStatuses.REMOTE_INVALID_REQUEST);
            return false;
        }
        return true;
    }

    private void receiveRead(WireMessage message, int access) {
        if (mayRead(message) && hasLength(message)) {
            reads.answer(message, access);
        }
    }

    private boolean hasLength(WireMessage message) {
        if (isTooLong(message)) {
            refuse(message, WireMessage.NAK_INVALID_REQUEST, WcStatuses.REMOTE_INVALID_REQUEST);
            return false;
        }
        return true;
    }

    ResponseHistory history() {
        ResponseHistory kept = history;
        if (kept == null) {
            kept = new ResponseHistory(Math.max(1, qp().attr().maxDestRdAtomic()));
            history = kept;
        }
        return kept;
    }

    private void receiveFlush(WireMessage message, int access) {
        Segments places = qp().engine().scatter();
        long length = message.selectivity == WHOLE_REGION ? 0 : message.length;
        MemoryKey key = qp().nic().keys().find(message.rkey);
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
            refuse(message, WireMessage.NAK_REMOTE_ACCESS, WcStatuses.REMOTE_ACCESS);
        }
    }

    /** Answers a request with a read response that carries no data, as in rxe_resp.c, acknowledge. */
    void answerEmpty(WireMessage message) {
        WireMessage answer = qp().engine().takeMessage();
        try {
            answer(answer, Opcode.READ_RESPONSE, message);
            qp().path().send(answer);
        } finally {
            qp().engine().giveBack();
        }
    }

    /** Finds the memory that a request names. A request of zero bytes need not name any (IBA C9-88). */
    boolean find(WireMessage message, int access, long length, Segments places) {
        if (length == 0 && qp().has(DataPathTrait.EMPTY_WRITE_IGNORES_KEY)) {
            return true;
        }
        return findAny(message, access, length, places);
    }

    /** Finds the memory that a request names, also for a request of zero bytes. */
    boolean findAny(WireMessage message, int access, long length, Segments places) {
        MemoryKey key = qp().nic().keys().find(message.rkey);
        return key != null && key.remote(qp(), domain(message), access, message.remoteAddress, length, places);
    }

    // ---------------------------------------------------------------- repeated requests

    /**
     * Answers a request that has been performed before (IBA 9.7.5.1.5). If a message has arrived in part, the rest is
     * performed.
     *
     * @param known the number of packets that arrived before
     */
    private void repeat(WireMessage message, int known) {
        if (message.opcode == Opcode.SEND || message.opcode == Opcode.RDMA_WRITE) {
            if (known < message.packets) {
                performRest(message, known);
            } else if (hasAcknowledged) {
                acknowledge(acknowledged - 1, WireMessage.ACK);
            } else if (known == message.packets) {
                // The keepalive of a peer that has sent nothing yet. The answer must not acknowledge a packet that
                // never arrived, in case that the PSNs of the two ends do not match.
                acknowledge(expected - LONG_AGO, WireMessage.ACK);
            }
            return;
        }
        ResponseHistory kept = history;
        if (kept == null || !kept.contains(message)) {
            return;
        }
        switch (message.opcode) {
            case RDMA_READ -> reads.answer(message, REMOTE_READ);
            case FLUSH, ATOMIC_WRITE -> answerEmpty(message);
            default -> atomics.answer(message, kept.result(message));
        }
    }

    private void performRest(WireMessage message, int known) {
        WireMessage rest = qp().engine().takeMessage();
        try {
            message.copyRest(known, rest);
            receive(rest);
        } finally {
            qp().engine().giveBack();
        }
    }

    // ---------------------------------------------------------------- answers

    /** Advances to the next request. Returns whether this one was new. */
    boolean done(WireMessage message) {
        int next = message.psn + message.packets & WireMessage.PSN_MASK;
        boolean fresh = WireMessage.distance(next, expected) > 0;
        if (fresh) {
            expected = next;
            msn += message.ends ? 1 : 0;
            if (message.opcode != Opcode.RDMA_READ) {
                acknowledged = next;
                hasAcknowledged = true;
            }
        }
        return fresh;
    }

    private void acknowledgePart(WireMessage message) {
        if (message.requestsAck) {
            acknowledge(message.psn + message.packets - 1, WireMessage.ACK);
        }
    }

    /** Sends an acknowledgement. One of packets from a network may wait for those of further packets. */
    private void acknowledge(int psn, int syndrome) {
        if (syndrome == WireMessage.ACK && qp().engine().isInTurn()) {
            pendingAck.add(psn);
        } else {
            pendingAck.send();
            sendAcknowledgement(psn, syndrome);
        }
    }

    void sendAcknowledgement(int psn, int syndrome) {
        WireMessage answer = qp().engine().takeMessage();
        try {
            header(answer, Opcode.ACKNOWLEDGE);
            answer.psn = psn & WireMessage.PSN_MASK;
            answer.packets = 1;
            answer.syndrome = syndrome;
            qp().path().send(answer);
        } finally {
            qp().engine().giveBack();
        }
    }

    void answer(WireMessage answer, Opcode opcode, WireMessage request) {
        pendingAck.send();
        header(answer, opcode);
        answer.psn = request.psn;
        answer.packets = request.packets;
        answer.syndrome = WireMessage.ACK;
    }

    private void header(WireMessage answer, Opcode opcode) {
        Messages.kind(answer, opcode, qp().service());
        answer.srcQpn = qp().number();
        answer.destQpn = qp().destQpn();
        answer.msn = msn;
    }

    /** Fails the connection because of a request. The receive of a send that the request interrupts fails as well. */
    void refuse(WireMessage message, int syndrome, int status) {
        refuse(message, message.psn, reassembly().receives(), syndrome, status);
    }

    /**
     * Fails the connection because of a request.
     *
     * @param bad the PSN of the bad packet
     * @param taken the source of the receive that the request took, null if it took none
     */
    void refuse(WireMessage message, int bad, @Nullable Receives taken, int syndrome, int status) {
        boolean ownFault = syndrome == WireMessage.NAK_REMOTE_OPERATION || status == WcStatuses.LENGTH;
        if (taken != null && (ownFault || qp().has(DataPathTrait.FAILED_REQUEST_TAKES_RECV))) {
            failsAt(bad, message);
            RecvRing ring = reassembly().ring(taken);
            reassembly().end();
            complete(taken, ring, status, message, 0, 0);
        }
        acknowledge(bad, syndrome);
        if (!ownFault && qp().has(DataPathTrait.ACCESS_EVENTS)) {
            qp().raise(
                            syndrome == WireMessage.NAK_REMOTE_ACCESS
                                    ? AsyncEventType.QP_ACCESS_ERR
                                    : AsyncEventType.QP_REQ_ERR);
        }
        qp().fail();
    }
}
