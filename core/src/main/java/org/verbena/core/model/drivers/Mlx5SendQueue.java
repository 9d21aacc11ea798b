// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.verbena.attr.QpType.RAW_PACKET;
import static org.verbena.attr.QpType.UC;
import static org.verbena.attr.QpType.UD;
import static org.verbena.attr.QpType.XRC_RECV;
import static org.verbena.attr.QpType.XRC_SEND;
import static org.verbena.attr.SendOp.ATOMIC_CMP_AND_SWP;
import static org.verbena.attr.SendOp.ATOMIC_FETCH_AND_ADD;
import static org.verbena.attr.SendOp.BIND_MW;
import static org.verbena.attr.SendOp.LOCAL_INV;
import static org.verbena.attr.SendOp.RDMA_READ;
import static org.verbena.attr.SendOp.RDMA_WRITE;
import static org.verbena.attr.SendOp.RDMA_WRITE_WITH_IMM;
import static org.verbena.attr.SendOp.SEND;
import static org.verbena.attr.SendOp.SEND_WITH_IMM;
import static org.verbena.attr.SendOp.SEND_WITH_INV;
import static org.verbena.attr.SendOp.TSO;

import java.util.function.Supplier;
import org.verbena.QpInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.SendOp;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.Pow2;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.QpRequest;

/**
 * The send queue of mlx5: a ring of 64-byte blocks whose number is a power of two. An entry takes as many blocks as its
 * largest work request needs. The number of entries is the number that fits, which is seldom a power of two.
 */
final class Mlx5SendQueue {
    static final int SEGMENT = 16;
    private static final int BLOCK = 64;
    private static final int INLINE_HEADER = 4;
    private static final long UINT32 = 0xFFFF_FFFFL;

    private static final Flags<SendOp> RAW_OPS = Flags.of(SEND, TSO);
    private static final Flags<SendOp> UD_OPS = Flags.of(SEND, SEND_WITH_IMM);
    private static final Flags<SendOp> UC_OPS =
            Flags.of(RDMA_WRITE, RDMA_WRITE_WITH_IMM, SEND, SEND_WITH_IMM, SEND_WITH_INV, LOCAL_INV, BIND_MW);
    private static final Flags<SendOp> RELIABLE_OPS =
            UC_OPS.with(RDMA_READ).with(ATOMIC_CMP_AND_SWP).with(ATOMIC_FETCH_AND_ADD);

    private final long maxSqDescSz;
    private final long maxSendWqebb;

    Mlx5SendQueue(Limits limits) {
        maxSqDescSz = limits.get("max_sq_desc_sz");
        maxSendWqebb = limits.get("max_send_wqebb");
    }

    /**
     * Returns the operations that send_ops_flags can request. A queue pair without send_ops_flags has space for all of
     * them.
     */
    static Flags<SendOp> supportedOps(QpRequest request) {
        if (request.is(UD)) {
            return UD_OPS;
        }
        if (request.is(RAW_PACKET)) {
            return RAW_OPS;
        }
        return request.is(UC) ? UC_OPS : RELIABLE_OPS;
    }

    void check(QpRequest request, Checklist checks) {
        QpCap cap = request.cap();
        if (cap.maxSendWr() == 0) {
            return;
        }
        long room = maxSqDescSz - overhead(request);
        Supplier<String> shared = () -> "an entry has at most " + maxSqDescSz + " bytes; " + reserved(request);
        checks.from("rdma-core providers/mlx5/verbs.c: mlx5_calc_send_wqe")
                .atMost("max_send_sge", cap.maxSendSge(), room / SEGMENT, shared)
                .atMost("max_inline_data", cap.maxInlineData(), Pow2.alignDown(room, SEGMENT) - INLINE_HEADER, shared)
                .require(
                        !request.has(QpInitAttr.Mask.MAX_TSO_HEADER) || gather(request) <= room,
                        "max_tso_header",
                        request.maxTsoHeader(),
                        room - SEGMENT * cap.maxSendSge(),
                        () -> "header and gather elements share an entry of at most " + maxSqDescSz + " bytes");
        if (checks.kept()) {
            depth(request, checks.from("rdma-core providers/mlx5/verbs.c: mlx5_calc_sq_size"));
        }
    }

    private void depth(QpRequest request, Checklist.Rules rules) {
        long size = size(request);
        long blocks = Long.highestOneBit(maxSendWqebb);
        rules.require(size <= maxSqDescSz, "max_sq_desc_sz", size, maxSqDescSz, "an entry consists of whole blocks")
                .atMost(
                        "max_send_wr",
                        request.cap().maxSendWr(),
                        Math.min(blocks * BLOCK / size, Integer.MAX_VALUE / maxSqDescSz),
                        () -> "the queue has at most " + blocks + " blocks of " + BLOCK
                                + " bytes (max_qp_wr), and an entry takes " + size + " bytes; " + reserved(request));
    }

    /** Returns a text that explains the reserved space of an entry, and how to reserve less. */
    private static String reserved(QpRequest request) {
        String reserved = overhead(request) + " of them are reserved for the segments of "
                + Segments.of(operations(request)).purpose;
        return request.has(QpInitAttr.Mask.SEND_OPS_FLAGS)
                ? reserved
                : reserved + ", because a queue pair without send_ops_flags supports every operation; "
                        + "ibv_create_qp_ex(3) with fewer operations allows more entries";
    }

    /** Returns the capabilities of the queue pair that is granted for the request. */
    QpCap grant(QpRequest request) {
        QpCap cap = request.cap();
        if (cap.maxSendWr() == 0) {
            return cap;
        }
        long size = size(request);
        return cap.withMaxSendWr(Pow2.roundUp(cap.maxSendWr() * size) / size)
                // uint32_t in C: 192 bytes of overhead and no element leave -4 bytes of a 192-byte entry.
                .withMaxInlineData((size - overhead(request) - INLINE_HEADER) & UINT32);
    }

    private static long size(QpRequest request) {
        return Pow2.align(overhead(request) + Math.max(gather(request), inline(request)), BLOCK);
    }

    private static long gather(QpRequest request) {
        long header = request.has(QpInitAttr.Mask.MAX_TSO_HEADER) ? Pow2.align(request.maxTsoHeader(), SEGMENT) : 0;
        return header + SEGMENT * request.cap().maxSendSge();
    }

    private static long inline(QpRequest request) {
        long data = request.cap().maxInlineData();
        return data == 0 ? 0 : Pow2.align(data + INLINE_HEADER, SEGMENT);
    }

    /** Returns the number of bytes before gather elements and inline data in an entry (sq_overhead). */
    private static long overhead(QpRequest request) {
        return Segments.of(operations(request)).bytes + transport(request);
    }

    private static Flags<SendOp> operations(QpRequest request) {
        return request.has(QpInitAttr.Mask.SEND_OPS_FLAGS) ? request.sendOps() : supportedOps(request);
    }

    /** The first segments of operations. The largest operation of a queue pair determines the size. */
    private enum Segments {
        MEMORY_WINDOW(192, "BIND_MW and LOCAL_INV", Flags.of(BIND_MW, LOCAL_INV)),
        ATOMIC(48, "atomic operations", Flags.of(ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD)),
        REMOTE_ADDRESS(32, "RDMA_WRITE and RDMA_READ", Flags.of(RDMA_WRITE, RDMA_WRITE_WITH_IMM, RDMA_READ)),
        CONTROL(16, "SEND", Flags.none(SendOp.class));

        private final long bytes;
        private final String purpose;

        @SuppressWarnings("ImmutableEnumChecker") // Flags is immutable
        private final Flags<SendOp> operations;

        Segments(long bytes, String purpose, Flags<SendOp> operations) {
            this.bytes = bytes;
            this.purpose = purpose;
            this.operations = operations;
        }

        static Segments of(Flags<SendOp> requested) {
            for (Segments segments : values()) {
                if ((segments.operations.mask() & requested.mask()) != 0) {
                    return segments;
                }
            }
            return CONTROL;
        }
    }

    private static long transport(QpRequest request) {
        if (request.is(UD)) {
            return request.effectiveCreateFlags().contains(QpCreateFlag.SOURCE_QPN) ? 96 : 48;
        }
        if (request.is(RAW_PACKET)) {
            return 32;
        }
        return request.isAny(XRC_SEND, XRC_RECV) ? 16 : 0;
    }
}
