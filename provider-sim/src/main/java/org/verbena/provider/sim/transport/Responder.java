// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.WcOpcode;
import org.verbena.provider.sim.memory.Segments;
import org.verbena.provider.sim.wire.Opcode;
import org.verbena.provider.sim.wire.Route;
import org.verbena.provider.sim.wire.Service;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.spi.model.DataPathTrait;

/** The receiving side of a queue pair, which performs the requests of messages. */
abstract class Responder {
    static final int LOCAL_WRITE = (int) AccessFlag.LOCAL_WRITE.mask();
    static final int REMOTE_WRITE = (int) AccessFlag.REMOTE_WRITE.mask();

    /** {@code IBV_WC_GRH}, {@code IBV_WC_WITH_IMM} and {@code IBV_WC_WITH_INV} of {@code enum ibv_wc_flags}. */
    static final int WC_GRH = 1;

    private static final int WC_WITH_INV = 1 << 3;

    /** {@code IB_WC_WITH_INVALIDATE} of the kernel's {@code enum ib_wc_flags}. */
    private static final int KERNEL_WITH_INVALIDATE = 1 << 2;

    /** The maximum length of a message, in bytes (IBA C9-94). */
    private static final long LONGEST = 1L << 31;

    private static final int CACHE_LINE = 64;
    private static final ByteBuffer ZEROS = ByteBuffer.allocate(CACHE_LINE);

    private static final int RECV = WcOpcode.RECV.value();
    private static final int RECV_RDMA_WITH_IMM = WcOpcode.RECV_RDMA_WITH_IMM.value();

    private final TransportQp qp;
    private final boolean alwaysGlobal;
    private final int withInvalidate;
    private boolean established;

    Responder(TransportQp qp) {
        this.qp = qp;
        this.alwaysGlobal = qp.has(DataPathTrait.ALWAYS_FLAGS_GRH);
        this.withInvalidate = qp.has(DataPathTrait.KERNEL_FLAG_OF_INVALIDATION) ? KERNEL_WITH_INVALIDATE : WC_WITH_INV;
    }

    static @Nullable Responder of(TransportQp qp, QpSetup setup) {
        if (!setup.receives()) {
            return null;
        }
        return switch (setup.service()) {
            case RELIABLE, EXTENDED -> new ReliableResponder(qp);
            case UNRELIABLE -> new UnreliableResponder(qp);
            case DATAGRAM -> new DatagramResponder(qp, setup);
            case RAW -> new RawResponder(qp, setup);
        };
    }

    final TransportQp qp() {
        return qp;
    }

    /** Handles a request. The queue pair is in a state that accepts requests. */
    abstract void receive(WireMessage message);

    /** Handles a change of attributes. */
    void modified(Flags<QpAttr.Mask> mask) {}

    /** Discards the state of the connection. */
    void reset() {
        established = false;
    }

    /** Handles the transition to ERR. */
    void failed() {}

    /** Closes the responder. */
    void close() {}

    /** Reports the first message of a connection if it arrives before RTS, as adapters do. */
    final void establish() {
        if (!established) {
            established = true;
            if (qp.state() == QpState.RTR && qp.has(DataPathTrait.COMM_EST)) {
                qp.raise(AsyncEventType.COMM_EST);
            }
        }
    }

    /**
     * Returns whether a request exceeds the maximum length of a message. A request with a RETH announces its length
     * before any data arrives.
     */
    final boolean isTooLong(WireMessage message) {
        return message.opcode != Opcode.SEND && message.length > LONGEST && qp.has(DataPathTrait.REJECTS_LONG_REQUESTS);
    }

    /** Finds the places for a message in the oldest receive. */
    final RecvRing.Fit scatter(Receives receives, long length, Segments places) {
        return scatter(receives, receives.ring(), 0, length, places);
    }

    /**
     * Finds the places for a part of a message in a receive, as far as they exist and are accessible.
     *
     * @param receives the source of the receive
     * @param ring the ring whose oldest entry is the receive
     * @param skip the number of bytes before that part
     * @param length the number of bytes of that part
     */
    final RecvRing.Fit scatter(Receives receives, RecvRing ring, long skip, long length, Segments places) {
        if (qp.has(DataPathTrait.REJECTS_LONG_RECEIVES) && length > 0 && (int) ring.totalLength() < 0) {
            return RecvRing.Fit.NO_ACCESS;
        }
        return ring.scatter(
                skip,
                length,
                qp.mtu(),
                qp.has(DataPathTrait.CHECKS_WHOLE_RECEIVES),
                receives.domain(qp.domain()),
                qp.nic().keys(),
                LOCAL_WRITE,
                places);
    }

    /**
     * Fills the rest of the cache line after a message in the oldest receive with zeros, but only in the element that
     * holds the last byte and as far as it is accessible (ibv_create_qp_ex(3): PCI_WRITE_END_PADDING).
     */
    final void pad(Receives receives, long length) {
        int padding = receives.ring().lineAfter(length, CACHE_LINE);
        if (padding > 0) {
            Segments places = qp.engine().scatter();
            scatter(receives, receives.ring(), length, padding, places);
            Segments zeros = qp.engine().gather();
            zeros.add(ZEROS, 0, (int) places.length());
            zeros.copyTo(places);
        }
    }

    /** Completes the oldest receive. Returns whether the completion queue had a free entry. */
    final boolean complete(Receives receives, int status, WireMessage message, long byteLen, int flags) {
        return complete(receives, receives.ring(), status, message, byteLen, flags);
    }

    /**
     * Completes a receive.
     *
     * @param receives the source of the receive
     * @param ring the ring whose oldest entry is the receive
     * @return whether the completion queue had a free entry
     */
    final boolean complete(Receives receives, RecvRing ring, int status, WireMessage message, long byteLen, int flags) {
        CompletionEntry completion = qp.engine().completion().begin(ring.wrId(), status, receives.number(qp.number()));
        if (status == WcStatuses.SUCCESS) {
            fill(completion, message, byteLen, alwaysGlobal ? WC_GRH : flags);
        }
        if (ring == receives.ring()) {
            receives.take();
        }
        return add(receives, completion, message.solicited);
    }

    /** Completes the oldest receive with a frame and the tag that was stripped from it. */
    final void completeFrame(Receives receives, WireMessage message, long byteLen, int cvlan) {
        CompletionEntry completion = qp.engine()
                .completion()
                .begin(receives.ring().wrId(), WcStatuses.SUCCESS, receives.number(qp.number()));
        fill(completion, message, byteLen, alwaysGlobal ? WC_GRH : 0);
        if (qp.nic().offloadsChecksums() && FrameChecksums.areRight(message.payload)) {
            completion.flags(CompletionEntry.IP_CSUM_OK);
        }
        completion.cvlan = cvlan;
        completion.flowTag = message.flowTag;
        receives.take();
        add(receives, completion, message.solicited);
    }

    /** Flushes a receive that a message took and will not fill. */
    final void flushTaken(Receives receives, RecvRing ring) {
        CompletionEntry completion =
                qp.engine().completion().begin(ring.wrId(), WcStatuses.FLUSHED, receives.number(qp.number()));
        add(receives, completion, false);
    }

    private boolean add(Receives receives, CompletionEntry completion, boolean solicited) {
        CompletionRing queue = receives.completions(qp.recvCq());
        if (queue == null || queue.add(completion, solicited, receives.freedByPoll(), 0)) {
            return true;
        }
        if (qp.has(DataPathTrait.OVERRUN_STOPS_RECEIVER)) {
            qp.fail();
        }
        return false;
    }

    private void fill(CompletionEntry completion, WireMessage message, long byteLen, int flags) {
        completion.succeeded(message.opcode == Opcode.RDMA_WRITE ? RECV_RDMA_WITH_IMM : RECV, (int) byteLen);
        completion.flags(flags);
        if (message.service == Service.DATAGRAM) {
            fillSource(completion, message);
        }
        if (message.hasImmediate) {
            completion.immediate(message.immediate, CompletionEntry.WITH_IMM);
        } else if (message.hasInvalidate) {
            completion.immediate(message.immediate, withInvalidate);
        }
    }

    private static void fillSource(CompletionEntry completion, WireMessage message) {
        completion.source(message.srcQpn);
        Route route = message.route;
        if (route != null) {
            completion.path(route.slid(), route.sl());
        }
    }
}
