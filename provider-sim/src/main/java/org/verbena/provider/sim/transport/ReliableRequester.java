package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.AccessFlag;
import org.verbena.Flags;
import org.verbena.QpAttrMask;
import org.verbena.QpState;
import org.verbena.provider.sim.memory.Segments;
import org.verbena.provider.sim.wire.Message;
import org.verbena.provider.sim.wire.Opcode;
import org.verbena.spi.model.DataPathTrait;

/** Sends over RC and XRC: a request is done when it is answered, and sent again when that takes too long. */
final class ReliableRequester extends Requester {
    private static final int ENDLESS = 7;
    private static final int LOCAL_WRITE = (int) AccessFlag.LOCAL_WRITE.mask();
    private static final int TIMER_BITS = 0x1F;
    private static final long TIMEOUT_UNIT = 4096;

    private final class RetryTimer extends Timer {
        @Override
        void expire() {
            timeIsUp();
        }
    }

    private int psn;
    private int reads;
    // Copies of the attributes that every answer needs.
    private int retryCnt;
    private int rnrRetry;
    private int retriesLeft;
    private int rnrRetriesLeft;
    private boolean waitsForReceiver;
    private @Nullable RetryTimer timer;

    ReliableRequester(TransportQp qp, QpSetup setup) {
        super(qp, setup);
    }

    @Override
    boolean isUnreliable() {
        return false;
    }

    @Override
    void modified(Flags<QpAttrMask> mask) {
        if (mask.contains(QpAttrMask.SQ_PSN)) {
            psn = (int) qp().attr().sqPsn();
        }
        retryCnt = qp().attr().retryCnt();
        rnrRetry = qp().attr().rnrRetry();
        reloadCounters();
    }

    private void reloadCounters() {
        retriesLeft = retryCnt;
        rnrRetriesLeft = rnrRetry;
    }

    // ---------------------------------------------------------------- requests

    @Override
    boolean mayTakeUp(SendWqe wqe) {
        if (wqe.state == SendWqe.DONE) {
            return true;
        }
        boolean goesOn = qp().state() == QpState.RTS || (qp().state() == QpState.SQD && wqe.numbered);
        return goesOn
                && !waitsForReceiver
                && !(wqe.isFenced() && reads > 0)
                && !(WorkOpcode.isReadOrAtomic(wqe.opcode)
                        && reads >= qp().attr().maxRdAtomic());
    }

    @Override
    void send(SendWqe wqe) {
        Message message = qp().engine().takeMessage();
        try {
            int status = brings(wqe) ? gather(wqe, message.payload) : WcStatuses.SUCCESS;
            if (status != WcStatuses.SUCCESS) {
                fail(ring().next(), status, true);
                return;
            }
            if (!wqe.numbered) {
                wqe.numbered = true;
                wqe.psn = psn;
                wqe.packets = Messages.packets(wqe.length, qp().mtu());
                psn = psn + wqe.packets & Message.PSN_MASK;
            }
            Messages.request(message, wqe, qp());
            message.psn = wqe.psn;
            message.packets = wqe.packets;
            wqe.state = SendWqe.SENT;
            ring().next(ring().next() + 1);
            if (WorkOpcode.isReadOrAtomic(wqe.opcode)) {
                reads++;
            }
            qp().path().send(message);
        } finally {
            qp().engine().giveBack();
        }
    }

    /** Whether the elements of a request say where its data comes from rather than where the answer goes. */
    private static boolean brings(SendWqe wqe) {
        return !WorkOpcode.hasResponse(wqe.opcode) || wqe.opcode == WorkOpcode.ATOMIC_WRITE;
    }

    // ---------------------------------------------------------------- answers

    @Override
    void receive(Message message) {
        if (qp().state() != QpState.RTS && qp().state() != QpState.SQD) {
            return;
        }
        if (distance(message.psn, psn) >= 0) {
            // It answers a request that was never sent: the PSNs of the two ends do not fit.
            return;
        }
        switch (message.opcode) {
            case ACKNOWLEDGE -> acknowledged(message.psn, message.syndrome);
            case READ_RESPONSE, ATOMIC_ACKNOWLEDGE -> responded(message);
            default -> {}
        }
        // Most answers come while the request is being sent. Asked here too, so that compiled code does not have all
        // that a pump does a second time, within itself.
        if (!isTakingUp()) {
            pump();
        }
    }

    private void acknowledged(int upTo, int syndrome) {
        if (syndrome == Message.ACK) {
            acknowledge(upTo + 1 & Message.PSN_MASK);
            return;
        }
        // A negative answer acknowledges what came before (IBA 9.7.5.1.1).
        acknowledge(upTo);
        if (ring().next() == 0 || ring().oldest().state != SendWqe.SENT || ring().oldest().psn != upTo) {
            return;
        }
        if (syndrome == Message.NAK_SEQUENCE) {
            retry();
        } else if ((syndrome & ~TIMER_BITS) == Message.RNR_NAK) {
            receiverNotReady(syndrome & TIMER_BITS);
        } else {
            fail(0, refusal(syndrome), false);
        }
    }

    private static int refusal(int syndrome) {
        return switch (syndrome) {
            case Message.NAK_INVALID_REQUEST -> WcStatuses.REMOTE_INVALID_REQUEST;
            case Message.NAK_REMOTE_ACCESS -> WcStatuses.REMOTE_ACCESS;
            default -> WcStatuses.REMOTE_OPERATION;
        };
    }

    /** All packets before a number have arrived; answers with data are another matter. */
    private void acknowledge(int end) {
        boolean progress = false;
        for (int i = 0; i < ring().next(); i++) {
            SendWqe wqe = ring().at(i);
            if (wqe.state == SendWqe.DONE) {
                continue;
            }
            if (distance(end, wqe.psn) < wqe.packets || WorkOpcode.hasResponse(wqe.opcode)) {
                break;
            }
            wqe.state = SendWqe.DONE;
            progress = true;
        }
        if (progress) {
            progressed();
        }
    }

    private void responded(Message message) {
        acknowledge(message.psn);
        int index = firstSent();
        if (index < 0 || ring().at(index).psn != message.psn) {
            return;
        }
        SendWqe wqe = ring().at(index);
        int status = accept(wqe, message);
        if (WorkOpcode.isReadOrAtomic(wqe.opcode)) {
            reads--;
        }
        if (status == WcStatuses.SUCCESS) {
            wqe.state = SendWqe.DONE;
            progressed();
        } else {
            fail(index, status, false);
        }
    }

    private int firstSent() {
        for (int i = 0; i < ring().next(); i++) {
            if (ring().at(i).state == SendWqe.SENT) {
                return i;
            }
        }
        return -1;
    }

    /** Writes the data of an answer; answers a status. */
    private int accept(SendWqe wqe, Message message) {
        Segments places = qp().engine().scatter();
        if (message.opcode == Opcode.ATOMIC_ACKNOWLEDGE) {
            int status = places(wqe, Long.BYTES, LOCAL_WRITE, places);
            if (status == WcStatuses.SUCCESS) {
                qp().engine().longSource(message.compare).copyTo(places);
            }
            return status == WcStatuses.LENGTH && qp().has(DataPathTrait.ANSWERS_NEED_ACCESS_ALONE)
                    ? WcStatuses.PROTECTION
                    : status;
        }
        if (wqe.opcode != WorkOpcode.RDMA_READ) {
            return WcStatuses.SUCCESS;
        }
        int status = places(wqe, message.length, LOCAL_WRITE, places);
        if (status == WcStatuses.SUCCESS) {
            message.payload.copyTo(places);
        }
        return status;
    }

    private void progressed() {
        reloadCounters();
        cancelTimer();
        completeDone();
    }

    private static int distance(int later, int earlier) {
        return (later - earlier) << Byte.SIZE >> Byte.SIZE;
    }

    // ---------------------------------------------------------------- once more

    /** Begins again with the first request that is not answered, or gives up. */
    private void retry() {
        int first = firstSent();
        if (first < 0) {
            return;
        }
        if (retriesLeft == 0) {
            fail(first, WcStatuses.RETRY_EXCEEDED, false);
            return;
        }
        if (retriesLeft != ENDLESS || !qp().has(DataPathTrait.ENDLESS_RETRY)) {
            retriesLeft--;
        }
        goBack();
    }

    private void receiverNotReady(int code) {
        if (rnrRetriesLeft == 0) {
            fail(0, WcStatuses.RNR_RETRY_EXCEEDED, false);
            return;
        }
        if (rnrRetriesLeft != ENDLESS) {
            rnrRetriesLeft--;
        }
        waitsForReceiver = true;
        goBack();
        setTimer(RnrTimer.nanos(code));
    }

    private void goBack() {
        for (int i = 0; i < ring().next(); i++) {
            SendWqe wqe = ring().at(i);
            if (wqe.state == SendWqe.SENT) {
                wqe.state = SendWqe.POSTED;
            }
        }
        reads = 0;
        ring().next(0);
    }

    private void timeIsUp() {
        if (waitsForReceiver) {
            waitsForReceiver = false;
        } else {
            retry();
        }
        pump();
    }

    /** What is not answered at once is waited for. */
    @Override
    void idle() {
        if (waitsForReceiver || firstSent() < 0 || (timer != null && timer.isSet())) {
            return;
        }
        int code = qp().attr().timeout();
        if (code != 0) {
            setTimer(TIMEOUT_UNIT << code);
        }
    }

    private void setTimer(long nanos) {
        RetryTimer set = timer;
        if (set == null) {
            set = new RetryTimer();
            timer = set;
        }
        qp().engine().timers().set(set, nanos);
    }

    private void cancelTimer() {
        if (timer != null) {
            qp().engine().timers().cancel(timer);
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
        cancelTimer();
        waitsForReceiver = false;
        reads = 0;
    }
}
