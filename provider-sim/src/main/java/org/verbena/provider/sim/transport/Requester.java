// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.provider.sim.memory.MemoryKey;
import org.verbena.provider.sim.memory.Segments;
import org.verbena.provider.sim.wire.Service;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.DataPathTrait;

/** The sending side of a queue pair. It starts posted work requests in order, and completes them in order. */
abstract class Requester {
    private final TransportQp qp;
    private final SendRing ring;
    private final @Nullable CompletionRing completions;
    private final long maxSge;
    private final long maxInline;
    private final int maxTsoHeader;
    private final boolean sigAll;
    private final boolean freedByPoll;

    /** The maximum length of a message, in bytes. */
    private final long longest;

    private boolean busy;
    private boolean drainReported = true;

    Requester(TransportQp qp, QpSetup setup) {
        this.qp = qp;
        this.freedByPoll = qp.has(DataPathTrait.POLL_FREES_SLOTS);
        this.ring = new SendRing(setup.sendDepth(), freedByPoll);
        this.maxSge = setup.maxSendSge();
        this.maxInline = setup.maxInline();
        this.maxTsoHeader = setup.maxTsoHeader();
        this.completions = setup.sendCq();
        this.sigAll = setup.sigAll();
        this.longest = longest(qp);
    }

    /**
     * Returns the maximum length of a message. The port's limit does not apply to datagrams, which the MTU limits, and
     * frames, which the Ethernet link limits.
     */
    private static long longest(TransportQp qp) {
        boolean limited = qp.has(DataPathTrait.LIMITS_MESSAGES)
                && qp.service() != Service.DATAGRAM
                && qp.service() != Service.RAW
                && qp.nic().maxMessage() != 0;
        return limited ? qp.nic().maxMessage() : Long.MAX_VALUE;
    }

    static @Nullable Requester of(TransportQp qp, QpSetup setup) {
        if (!setup.sends()) {
            // An XRC target sends no requests. Its answers come from the responder.
            return null;
        }
        return switch (setup.service()) {
            case RELIABLE, EXTENDED -> new ReliableRequester(qp, setup);
            case UNRELIABLE, DATAGRAM -> new UnreliableRequester(qp, setup);
            case RAW -> new RawRequester(qp, setup);
        };
    }

    final TransportQp qp() {
        return qp;
    }

    final SendRing ring() {
        return ring;
    }

    final long maxSge() {
        return maxSge;
    }

    final long maxInline() {
        return maxInline;
    }

    /** Returns whether the queue pair was created for a header of this size (mlx5: set_tso_eth_seg). */
    final boolean takesTsoHeader(int length) {
        return length >= RawRequester.ETHERNET_HEADER && length <= maxTsoHeader;
    }

    /**
     * Returns whether the device can write the checksums that a request asks for (mlx5: _mlx5_post_send; mlx4:
     * mlx4_post_send). Only frames have such checksums.
     */
    final boolean takesChecksums(SendWqe wqe) {
        return !wqe.wantsChecksums() || qp.service() != Service.RAW || qp.nic().offloadsChecksums();
    }

    /** Returns whether every request generates a completion, regardless of its flags. */
    final boolean signalsAll() {
        return sigAll;
    }

    /** Returns whether the queue pair is in a state before RTS, in which it does not send. */
    final boolean isEarly() {
        QpState state = qp.state();
        return state == QpState.RESET || state == QpState.INIT || state == QpState.RTR;
    }

    // ---------------------------------------------------------------- starting requests

    /** Returns whether a caller further up the stack is starting requests. */
    final boolean isTakingUp() {
        return busy;
    }

    /** Starts all requests that can be started now. */
    final void pump() {
        if (busy) {
            // A caller further up the stack starts the remaining requests.
            return;
        }
        if (qp.state() == QpState.ERR || qp.state() == QpState.SQE) {
            boolean drains = !ring.isEmpty();
            flush();
            if (drains) {
                qp.sendsPosted();
            }
            return;
        }
        while (hasMore()) {
            busy = true;
            try {
                while (hasMore()) {
                    takeUp(ring.at(ring.next()));
                }
            } finally {
                busy = false;
            }
            // A completed request that is still in the ring may hold up the next one.
            completeDone();
        }
        idle();
        reportDrained();
    }

    private boolean hasMore() {
        return ring.next() < ring.size() && mayTakeUp(ring.at(ring.next()));
    }

    /** Returns whether the next request can be started. */
    boolean mayTakeUp(SendWqe wqe) {
        return qp.state() == QpState.RTS;
    }

    /** Starts the next request. */
    private void takeUp(SendWqe wqe) {
        if (wqe.state != SendWqe.POSTED) {
            ring.next(ring.next() + 1);
        } else if (!isCarriedOut(wqe.opcode) || isFailingRead(wqe)) {
            fail(ring.next(), WcStatuses.OPERATION, true);
        } else if (wqe.length > longest) {
            fail(ring.next(), WcStatuses.LENGTH, true);
        } else if (WorkOpcode.isLocal(wqe.opcode)) {
            int status = LocalOperations.perform(qp, wqe);
            if (status == WcStatuses.SUCCESS) {
                wqe.state = SendWqe.DONE;
                ring.next(ring.next() + 1);
                completeDone();
            } else {
                fail(ring.next(), status, true);
            }
        } else {
            send(wqe);
        }
    }

    private boolean isFailingRead(SendWqe wqe) {
        return wqe.opcode == WorkOpcode.RDMA_READ
                && wqe.length == 0
                && wqe.numSge() > 0
                && qp.has(DataPathTrait.EMPTY_READS_FAIL);
    }

    private boolean isCarriedOut(int opcode) {
        return WorkOpcode.isLegal(qp.service(), opcode)
                && (!WorkOpcode.isPlacement(opcode) || qp.has(DataPathTrait.MEMORY_PLACEMENT));
    }

    /** Sends the next request. */
    abstract void send(SendWqe wqe);

    /** Handles the situation that no further request can be started now. */
    void idle() {}

    /** Finds the payload of a request. Returns a completion status. */
    final int gather(SendWqe wqe, Segments payload) {
        if (wqe.isInline()) {
            payload.add(wqe.data(), 0, (int) wqe.length);
            return WcStatuses.SUCCESS;
        }
        return places(wqe, 0, wqe.length, 0, payload);
    }

    /**
     * Finds the places of a part of a request's data in its elements, as far as they are accessible. In an element that
     * is partly accessible, it finds the places of whole packets only.
     *
     * @param skip the number of bytes before that part
     * @param length the number of bytes of that part
     * @return a completion status
     */
    final int places(SendWqe wqe, long skip, long length, int access, Segments places) {
        long over = skip;
        long left = length;
        for (int i = 0; i < wqe.numSge() && left > 0; i++) {
            long from = Math.min(over, wqe.sgeLength(i));
            long part = Math.min(left, wqe.sgeLength(i) - from);
            over -= from;
            if (part == 0) {
                continue;
            }
            MemoryKey key = qp.nic().keys().find(wqe.sgeKey(i));
            long before = places.length();
            if (key == null || key.localPart(qp.domain(), access, wqe.sgeAddress(i) + from, part, places) < part) {
                places.truncate(Math.max(before, Messages.wholePackets(skip + places.length(), qp.mtu()) - skip));
                return access == 0 ? badSend(key) : WcStatuses.PROTECTION;
            }
            left -= part;
        }
        return left == 0 ? WcStatuses.SUCCESS : WcStatuses.LENGTH;
    }

    private int badSend(@Nullable MemoryKey key) {
        DataPath driver = qp.nic().dataPath();
        return (key != null && key.serves(qp.domain(), 0) ? driver.sendBeyond() : driver.badSend()).value();
    }

    // ---------------------------------------------------------------- completing requests

    /** Completes the oldest requests that are done. */
    final void completeDone() {
        if (busy && completesLate()) {
            return;
        }
        while (!ring.isEmpty() && ring.oldest().state == SendWqe.DONE) {
            completeOldest(WcStatuses.SUCCESS);
        }
    }

    private boolean completeOldest(int status) {
        SendWqe wqe = ring.remove();
        CompletionRing queue = completions;
        if (queue == null || (status == WcStatuses.SUCCESS && !sigAll && !wqe.isSignaled())) {
            return true;
        }
        CompletionEntry completion = qp.engine().completion().begin(wqe.wrId, status, qp.number());
        if (status == WcStatuses.SUCCESS) {
            boolean fixed = WorkOpcode.isAtomic(wqe.opcode) && qp.has(DataPathTrait.ATOMICS_REPORT_EIGHT_BYTES);
            completion.succeeded(WorkOpcode.completed(wqe.opcode), fixed ? Long.BYTES : (int) wqe.length);
            if (WorkOpcode.hasImmediate(wqe.opcode) && qp.has(DataPathTrait.SENT_IMMEDIATE_IS_FLAGGED)) {
                completion.flags(CompletionEntry.WITH_IMM);
            }
        }
        return queue.add(completion, false, freedByPoll ? ring : null, wqe.slot);
    }

    /**
     * Fails the send queue because of a request. The unanswered requests before it are flushed.
     *
     * @param index the distance of the request from the oldest one
     * @param status the completion status of the request
     * @param local true if sending the request failed, false if an answer or a timeout ended it
     */
    final void fail(int index, int status, boolean local) {
        if (local && waitsToFail(index, status)) {
            return;
        }
        boolean late = local && completesLate();
        for (int i = 0; i < index; i++) {
            boolean done = ring.oldest().state == SendWqe.DONE && !late;
            completeOldest(done ? WcStatuses.SUCCESS : WcStatuses.FLUSHED);
        }
        boolean flushed = local && qp.has(DataPathTrait.FLUSHES_LOCAL_ERRORS);
        completeOldest(flushed ? WcStatuses.FLUSHED : status);
        if (isUnreliable() && qp.has(DataPathTrait.SEND_QUEUE_ERROR)) {
            qp.failSends();
        } else {
            qp.fail();
        }
    }

    /** Defers a local error until the requests before it are done. Returns whether the error is deferred. */
    boolean waitsToFail(int index, int status) {
        return false;
    }

    boolean isUnreliable() {
        return true;
    }

    /** Returns whether requests that are started together complete only after the last of them was started. */
    boolean completesLate() {
        return false;
    }

    /** Flushes all requests. */
    void flush() {
        boolean accepted = true;
        while (!ring.isEmpty()) {
            if (accepted) {
                accepted = completeOldest(WcStatuses.FLUSHED);
            } else {
                ring.remove();
            }
        }
    }

    /** Discards all requests. */
    void reset() {
        ring.clear();
        drainReported = true;
    }

    // ---------------------------------------------------------------- events

    /** Handles an answer. */
    void receive(WireMessage message) {}

    /** Handles a change of attributes. */
    void modified(Flags<QpAttr.Mask> mask) {}

    /**
     * Handles a change of state.
     *
     * @param before the previous state
     */
    final void stateChanged(QpState before) {
        boolean enters = before != QpState.SQD || qp.has(DataPathTrait.REPORTS_DRAINED_AGAIN);
        if (qp.state() != QpState.SQD || enters) {
            drainReported = qp.state() != QpState.SQD;
        }
        boolean starts = qp.state() == QpState.RTS && !qp.has(DataPathTrait.RTS_DOES_NOT_START_SENDING);
        if (starts || qp.state() == QpState.SQD) {
            pump();
        }
    }

    /** Returns whether a request that was started is not done. */
    final boolean isDraining() {
        return ring.next() > 0
                || (!ring.isEmpty() && ring.oldest().numbered && !qp.has(DataPathTrait.RTS_DOES_NOT_START_SENDING));
    }

    private void reportDrained() {
        if (!drainReported && qp.state() == QpState.SQD && !isDraining()) {
            drainReported = true;
            if (qp.has(DataPathTrait.ALWAYS_REPORTS_DRAINED) || qp.attr().enSqdAsyncNotify() != 0) {
                qp.raise(AsyncEventType.SQ_DRAINED);
            }
        }
    }
}
