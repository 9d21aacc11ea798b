// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.provider.sim.wire.Opcode;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.spi.model.DataPathTrait;

/**
 * Sends over RC and XRC. A request is done when its answer arrives, and is sent again when the answer takes too long. A
 * retry begins with the first packet that is not acknowledged (IBA 9.7.5.1.1; rxe: req_retry of rxe_req.c).
 */
final class ReliableRequester extends Requester {
    private static final int TIMER_BITS = 0x1F;

    private final RetryTimers timers;
    private final Runnable pumping = this::pump;

    /** The PSN of the first packet of the next new request. */
    private int psn;

    /** The PSN of the first packet that is not acknowledged. */
    private int oldest;

    /** The PSN after the last packet that was ever sent. */
    private int sentEnd;

    /** The number of reads and atomics in flight. */
    private int reads;

    private final RetryBudget budget = new RetryBudget();
    private boolean waitsForReceiver;

    /** Set when the ack timer expired during an RNR wait. */
    private boolean timedOutDuringWait;

    /** Set when a retry has begun since the last progress. */
    private boolean retryStarted;

    /** The request with a local error that waits for the requests before it, and its completion status. */
    private @Nullable SendWqe failed;

    private int failure;

    ReliableRequester(TransportQp qp, QpSetup setup) {
        super(qp, setup);
        this.timers = new RetryTimers(qp, budget, this::answerMissing, this::receiverReady);
    }

    private void answerMissing() {
        retry(true);
        pump();
    }

    private void receiverReady() {
        waitsForReceiver = false;
        goBack();
        pump();
    }

    @Override
    boolean isUnreliable() {
        return false;
    }

    @Override
    boolean completesLate() {
        return qp().has(DataPathTrait.COMPLETES_AFTER_LIST);
    }

    @Override
    void modified(Flags<QpAttr.Mask> mask) {
        if (mask.contains(QpAttr.Mask.SQ_PSN)) {
            psn = (int) qp().attr().sqPsn();
            oldest = psn;
            sentEnd = psn;
        }
        budget.limits(qp().attr().retryCnt(), qp().attr().rnrRetry());
        retryStarted = false;
    }

    private void reloadCounters() {
        budget.reload();
        retryStarted = false;
    }

    // ---------------------------------------------------------------- requests

    @Override
    boolean mayTakeUp(SendWqe wqe) {
        if (wqe.state != SendWqe.POSTED) {
            return true;
        }
        boolean goesOn = qp().state() == QpState.RTS
                || (qp().state() == QpState.SQD && wqe.numbered && !qp().has(DataPathTrait.RTS_DOES_NOT_START_SENDING));
        return goesOn
                && failed == null
                && (!qp().isPaced() || hasWindow(wqe))
                && (!waitsForReceiver || qp().has(DataPathTrait.SENDS_WHILE_RECEIVER_RESTS))
                && !(wqe.isFenced() && waitsForReads(wqe))
                && !(wqe.opcode == WorkOpcode.LOCAL_INV
                        && ring().next() > 0
                        && qp().has(DataPathTrait.INVALIDATE_IS_FENCED))
                && !(WorkOpcode.isReadOrAtomic(wqe.opcode) && !wqe.inFlight && reads >= maxReads());
    }

    private int maxReads() {
        int depth = qp().attr().maxRdAtomic();
        return depth == 0 && qp().has(DataPathTrait.READS_WITHOUT_DEPTH) ? 1 : depth;
    }

    /** Returns whether packets of the request may be sent now. A piece of a read waits for the one before it. */
    private boolean hasWindow(SendWqe wqe) {
        boolean response = !wqe.hasSourceElements();
        boolean waitsForPiece = response && wqe.sent > 0 && WireMessage.distance(oldest, wqe.psn) < wqe.sent;
        int first = wqe.numbered ? firstUnsent(wqe) : 0;
        int packets = wqe.numbered ? wqe.packets : Messages.packets(wqe.length, qp().mtu());
        int inFlight = WireMessage.distance(wqe.numbered ? wqe.psn + first : psn, oldest);
        if (waitsForPiece || !Pieces.fit(response, first, packets, inFlight, qp().window())) {
            return false;
        }
        boolean ready = qp().path().isReady();
        if (!ready) {
            qp().path().whenReady(pumping);
        }
        return ready;
    }

    /** Returns the number of packets of the request that are not to be sent again. */
    private int firstUnsent(SendWqe wqe) {
        return Math.max(wqe.sent, WireMessage.distance(oldest, wqe.psn));
    }

    /** Returns whether a fenced request waits. Reads behind it are in flight as well if it is sent again. */
    private boolean waitsForReads(SendWqe fenced) {
        boolean waits = reads > 0 && qp().has(DataPathTrait.FENCED_RETRY_HANGS);
        for (int i = 0; reads > 0 && ring().at(i) != fenced; i++) {
            waits |= ring().at(i).inFlight;
        }
        return waits;
    }

    @Override
    void send(SendWqe wqe) {
        WireMessage message = qp().engine().takeMessage();
        try {
            int status = wqe.hasSourceElements() ? gather(wqe, message.payload) : WcStatuses.SUCCESS;
            if (!wqe.numbered) {
                wqe.numbered = true;
                wqe.psn = psn;
                wqe.packets = Messages.packets(wqe.length, qp().mtu());
                psn = psn + wqe.packets & WireMessage.PSN_MASK;
            }
            Messages.request(message, wqe, qp());
            message.psn = wqe.psn;
            message.packets = wqe.packets;
            if (status != WcStatuses.SUCCESS) {
                sendBeginning(message, wqe, status);
                return;
            }
            int first = firstUnsent(wqe);
            int end = wqe.packets;
            if (qp().isPaced()) {
                int inFlight = WireMessage.distance(wqe.psn + first, oldest);
                end = Pieces.end(!wqe.hasSourceElements(), first, end, inFlight, qp().window());
            }
            wqe.sent = end;
            if (end == wqe.packets) {
                wqe.state = SendWqe.SENT;
                ring().next(ring().next() + 1);
            }
            if (WorkOpcode.isReadOrAtomic(wqe.opcode) && !wqe.inFlight) {
                wqe.inFlight = true;
                reads++;
            }
            sentEnd = later(sentEnd, wqe.psn + end & WireMessage.PSN_MASK);
            if (first > 0 || end < wqe.packets) {
                Messages.sendPart(message, wqe, first, end, qp());
            } else {
                qp().path().send(message);
            }
        } finally {
            qp().engine().giveBack();
        }
    }

    /** Fails a request whose data is not accessible. The packets before the first bad one are sent. */
    private void sendBeginning(WireMessage message, SendWqe wqe, int status) {
        message.keepFirst((int) (message.payload.length() / message.mtu));
        if (message.packets == 0) {
            fail(ring().next(), status, true);
        } else if (qp().has(DataPathTrait.LOCAL_ERRORS_WAIT)) {
            sentEnd = later(sentEnd, psn);
            wqe.state = SendWqe.SENT;
            ring().next(ring().next() + 1);
            qp().path().send(message);
            int index = ring().indexOf(wqe);
            if (index >= 0) { // no answer has completed it
                fail(index, status, true);
            }
        } else {
            fail(ring().next(), status, true);
            qp().path().send(message);
        }
    }

    private static int later(int one, int other) {
        return WireMessage.distance(other, one) > 0 ? other : one;
    }

    @Override
    void receive(WireMessage message) {
        if (qp().state() != QpState.RTS && qp().state() != QpState.SQD) {
            return;
        }
        if (WireMessage.distance(message.psn, sentEnd) >= 0) {
            // It answers a request that was never sent: the PSNs of the two ends do not match.
            return;
        }
        switch (message.opcode) {
            case ACKNOWLEDGE -> acknowledged(message.psn, message.syndrome);
            case READ_RESPONSE, ATOMIC_ACKNOWLEDGE -> responded(message);
            default -> {}
        }
        // Most answers arrive while the request is being sent. The check keeps the JIT compiler from inlining a second
        // pump.
        if (!isTakingUp()) {
            pump();
        }
    }

    private void acknowledged(int upTo, int syndrome) {
        if ((syndrome & ~TIMER_BITS) == 0) {
            acknowledge(upTo + 1 & WireMessage.PSN_MASK);
            missesResponse(upTo);
            return;
        }
        // A negative acknowledgement acknowledges the packets before it (IBA 9.7.5.1.1).
        acknowledge(upTo);
        if (missesResponse(upTo)) {
            return;
        }
        int index = firstSent();
        if (index < 0 || !ring().at(index).has(upTo) || WireMessage.distance(upTo, oldest) < 0) {
            return;
        }
        if (syndrome == WireMessage.NAK_SEQUENCE) {
            retry(false);
        } else if ((syndrome & ~TIMER_BITS) == WireMessage.RNR_NAK) {
            receiverNotReady(index, syndrome & TIMER_BITS);
        } else {
            fail(index, WcStatuses.refused(syndrome, ring().at(index), qp()), false);
        }
    }

    /**
     * Retries if an answer to a later request shows that the response to a read or an atomic is missing (an implied
     * NAK; rxe: check_psn of rxe_comp.c).
     *
     * @param answered the PSN of the answer
     * @return whether a response is missing
     */
    private boolean missesResponse(int answered) {
        int index = firstSent();
        if (index < 0 || !WorkOpcode.isReadOrAtomic(ring().at(index).opcode)) {
            return false;
        }
        SendWqe wqe = ring().at(index);
        boolean misses = WireMessage.distance(answered, wqe.psn) >= wqe.packets;
        if (misses) {
            retry(false);
        }
        return misses;
    }

    /**
     * Handles the arrival of all packets before a PSN. It does not complete requests that are answered by a response.
     */
    private void acknowledge(int end) {
        boolean progress = false;
        int started = started();
        for (int i = 0; i < started; i++) {
            SendWqe wqe = ring().at(i);
            if (wqe.state == SendWqe.DONE) {
                continue;
            }
            int arrived = WireMessage.distance(end, wqe.psn);
            if (arrived <= 0 || WorkOpcode.hasResponse(wqe.opcode)) {
                break;
            }
            progress |= WireMessage.distance(end, oldest) > 0;
            if (arrived < wqe.packets) {
                oldest = end;
                break;
            }
            oldest = wqe.psn + wqe.packets & WireMessage.PSN_MASK;
            wqe.state = SendWqe.DONE;
        }
        if (progress) {
            progressed();
        }
    }

    private void responded(WireMessage answer) {
        acknowledge(answer.psn);
        if (missesResponse(answer.psn)) {
            return;
        }
        int index = firstSent();
        if (index < 0 || answer.psn != oldest || !WorkOpcode.hasResponse(ring().at(index).opcode)) {
            return;
        }
        SendWqe wqe = ring().at(index);
        int status = (answer.syndrome & ~TIMER_BITS) == 0
                ? accept(wqe, answer)
                : WcStatuses.refused(answer.syndrome, wqe, qp());
        if (status != WcStatuses.SUCCESS) {
            fail(index, status, false);
            return;
        }
        if (answer.ends && (wqe.opcode != WorkOpcode.RDMA_READ || wqe.received == wqe.length)) {
            wqe.state = SendWqe.DONE;
            if (wqe.inFlight) {
                wqe.inFlight = false;
                reads--;
            }
        }
        progressed();
    }

    private int firstSent() {
        for (int i = 0, started = started(); i < started; i++) {
            if (ring().at(i).state != SendWqe.DONE) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the number of requests of which packets were sent. The last one may have further packets. */
    private int started() {
        int next = ring().next();
        return next < ring().size() && ring().at(next).sent > 0 ? next + 1 : next;
    }

    /** Writes the data of a response. Returns a completion status. */
    private int accept(SendWqe wqe, WireMessage answer) {
        if (wqe.opcode != WorkOpcode.RDMA_READ) {
            oldest = wqe.psn + wqe.packets & WireMessage.PSN_MASK;
            return answer.opcode == Opcode.ATOMIC_ACKNOWLEDGE
                    ? ResponseData.writeAtomic(this, wqe, answer)
                    : WcStatuses.SUCCESS;
        }
        int missing = wqe.packets - WireMessage.distance(oldest, wqe.psn);
        if (!ResponseData.fits(this, answer, missing)) {
            return WcStatuses.LENGTH;
        }
        int beyond = Math.max(0, answer.packets - missing);
        int status = ResponseData.writeRead(this, wqe, answer, missing);
        oldest = oldest + answer.packets - beyond & WireMessage.PSN_MASK;
        if (status != WcStatuses.SUCCESS) {
            return status;
        }
        // rxe_comp.c, check_psn, treats each packet beyond the end of a response as a missing packet.
        reloadCounters();
        return budget.takeRetries(beyond) ? WcStatuses.SUCCESS : WcStatuses.RETRY_EXCEEDED;
    }

    private void progressed() {
        reloadCounters();
        timers.answered();
        completeDone();
        if (failed != null && !ring().isEmpty() && ring().oldest() == failed) {
            failed = null;
            fail(0, failure, true);
        }
    }

    @Override
    boolean waitsToFail(int index, int status) {
        boolean first = true;
        for (int i = 0; i < index; i++) {
            first &= ring().at(i).state == SendWqe.DONE;
        }
        if (first || !qp().has(DataPathTrait.LOCAL_ERRORS_WAIT)) {
            return false;
        }
        failed = ring().at(index);
        failure = status;
        return true;
    }

    // ---------------------------------------------------------------- retries

    /**
     * Retries from the first packet that is not acknowledged, or fails the request.
     *
     * @param timeout true if no answer came in time, false if the receiver misses a packet
     */
    private void retry(boolean timeout) {
        int first = firstSent();
        boolean started = retryStarted && !timeout && qp().has(DataPathTrait.REPEATED_NAK_IS_FREE);
        if (first < 0 || started) {
            return;
        }
        if (!budget.takeRetry(qp().has(DataPathTrait.ENDLESS_RETRY) || qp().extendsRetries())) {
            fail(first, WcStatuses.RETRY_EXCEEDED, false);
            return;
        }
        retryStarted = true;
        if (waitsForReceiver) {
            timedOutDuringWait |= timeout;
        } else {
            goBack();
        }
    }

    private void receiverNotReady(int index, int code) {
        if (!budget.takeRnrRetry()) {
            fail(index, WcStatuses.notReady(qp()), false);
            return;
        }
        waitsForReceiver = true;
        if (!qp().has(DataPathTrait.SENDS_WHILE_RECEIVER_RESTS)) {
            timers.answered();
            goBack();
        }
        timers.awaitReceiver(code);
    }

    /** Marks the unanswered requests to be sent again. */
    private void goBack() {
        timedOutDuringWait = false;
        int started = started();
        for (int i = 0; i < started; i++) {
            SendWqe wqe = ring().at(i);
            // A read whose whole response has arrived, in packets that were too short, has nothing left to request.
            boolean repeats = wqe.state == SendWqe.SENT
                    ? WireMessage.distance(oldest, wqe.psn) < wqe.packets
                    : wqe.opcode == WorkOpcode.BIND_MW && qp().has(DataPathTrait.BINDS_AGAIN);
            wqe.state = repeats ? SendWqe.POSTED : wqe.state;
            wqe.sent = 0;
        }
        ring().next(0);
    }

    /** Starts the timer for an answer that has not arrived yet. */
    @Override
    void idle() {
        // rxe: reset_retry_timer restarts a running timer every time it processes the queue.
        boolean moves = qp().has(DataPathTrait.SENDS_WHILE_RECEIVER_RESTS);
        boolean rests = waitsForReceiver && (timedOutDuringWait || !moves);
        if (!isAnswered() && !rests && (moves || !timers.awaitsAnswer())) {
            timers.awaitAnswer(qp().attr().timeout());
        }
    }

    private boolean isAnswered() {
        return WireMessage.distance(psn, oldest) <= 0 || firstSent() < 0;
    }

    /** Repeats the last packet as an empty write, unless requests are repeated anyway. */
    void probe() {
        if (qp().state() == QpState.RTS && isAnswered()) {
            Messages.sendEmptyWrite(qp(), psn - 1 & WireMessage.PSN_MASK);
        }
    }

    /** Fails the oldest request in flight because the peer no longer answers. */
    void peerIsSilent() {
        int first = firstSent();
        if (first >= 0) {
            fail(first, WcStatuses.RETRY_EXCEEDED, false);
        }
    }

    @Override
    void flush() {
        quiet();
        super.flush();
    }

    @Override
    void reset() {
        quiet();
        super.reset();
    }

    private void quiet() {
        timers.cancel();
        waitsForReceiver = false;
        timedOutDuringWait = false;
        retryStarted = false;
        failed = null;
        reads = 0;
    }
}
