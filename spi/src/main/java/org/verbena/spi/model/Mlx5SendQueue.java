package org.verbena.spi.model;

import static org.verbena.QpType.RAW_PACKET;
import static org.verbena.QpType.UC;
import static org.verbena.QpType.UD;
import static org.verbena.QpType.XRC_RECV;
import static org.verbena.QpType.XRC_SEND;
import static org.verbena.SendOp.ATOMIC_CMP_AND_SWP;
import static org.verbena.SendOp.ATOMIC_FETCH_AND_ADD;
import static org.verbena.SendOp.BIND_MW;
import static org.verbena.SendOp.LOCAL_INV;
import static org.verbena.SendOp.RDMA_READ;
import static org.verbena.SendOp.RDMA_WRITE;
import static org.verbena.SendOp.RDMA_WRITE_WITH_IMM;
import static org.verbena.SendOp.SEND;
import static org.verbena.SendOp.SEND_WITH_IMM;
import static org.verbena.SendOp.SEND_WITH_INV;
import static org.verbena.SendOp.TSO;

import org.verbena.Flags;
import org.verbena.QpCap;
import org.verbena.QpCreateFlag;
import org.verbena.QpInitAttrMask;
import org.verbena.SendOp;

/**
 * The send queue of mlx5: a ring of 64-byte blocks, a power of two in all. An entry takes as many blocks as its largest
 * work request needs, so the number of entries is what fits and seldom a power of two.
 */
final class Mlx5SendQueue {
    private static final int SEGMENT = 16;
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

    /** The operations that send_ops_flags can ask for, and that a queue pair without it is made for. */
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
        checks.from("rdma-core providers/mlx5/verbs.c: mlx5_calc_send_wqe")
                .atMost("max_send_sge", cap.maxSendSge(), room / SEGMENT)
                .atMost("max_inline_data", cap.maxInlineData(), Pow2.alignDown(room, SEGMENT) - INLINE_HEADER)
                .require(
                        !request.has(QpInitAttrMask.MAX_TSO_HEADER) || gather(request) <= room,
                        "max_tso_header",
                        request.maxTsoHeader(),
                        room - SEGMENT * cap.maxSendSge(),
                        "header and gather elements share an entry of at most " + maxSqDescSz + " bytes");
        if (checks.kept()) {
            depth(cap.maxSendWr(), size(request), checks.from("rdma-core providers/mlx5/verbs.c: mlx5_calc_sq_size"));
        }
    }

    private void depth(long maxSendWr, long size, Checklist.Rules rules) {
        long ring = Long.highestOneBit(maxSendWqebb) * BLOCK;
        rules.require(size <= maxSqDescSz, "max_sq_desc_sz", size, maxSqDescSz, "an entry is made of whole blocks")
                .atMost(
                        "max_send_wr",
                        maxSendWr,
                        Math.min(ring / size, Integer.MAX_VALUE / maxSqDescSz),
                        "entries of " + size + " bytes share a ring of " + ring);
    }

    /** The request with what a granted queue pair can do. */
    QpCap grant(QpRequest request) {
        QpCap cap = request.cap();
        if (cap.maxSendWr() == 0) {
            return cap;
        }
        long size = size(request);
        return cap.withMaxSendWr(Pow2.roundUp(cap.maxSendWr() * size) / size)
                // A C uint32_t: 192 bytes of overhead and no element leave -4 bytes of a 192-byte entry.
                .withMaxInlineData((size - overhead(request) - INLINE_HEADER) & UINT32);
    }

    private static long size(QpRequest request) {
        return Pow2.align(overhead(request) + Math.max(gather(request), inline(request)), BLOCK);
    }

    private static long gather(QpRequest request) {
        long header = request.has(QpInitAttrMask.MAX_TSO_HEADER) ? Pow2.align(request.maxTsoHeader(), SEGMENT) : 0;
        return header + SEGMENT * request.cap().maxSendSge();
    }

    private static long inline(QpRequest request) {
        long data = request.cap().maxInlineData();
        return data == 0 ? 0 : Pow2.align(data + INLINE_HEADER, SEGMENT);
    }

    /** What stands before gather elements and inline data in an entry (sq_overhead). */
    private static long overhead(QpRequest request) {
        return operation(request) + transport(request);
    }

    private static long operation(QpRequest request) {
        Flags<SendOp> ops = request.has(QpInitAttrMask.SEND_OPS_FLAGS) ? request.sendOps() : supportedOps(request);
        if (ops.contains(BIND_MW) || ops.contains(LOCAL_INV)) {
            return 192;
        }
        if (ops.contains(ATOMIC_CMP_AND_SWP) || ops.contains(ATOMIC_FETCH_AND_ADD)) {
            return 48;
        }
        if (ops.contains(RDMA_WRITE) || ops.contains(RDMA_WRITE_WITH_IMM) || ops.contains(RDMA_READ)) {
            return 32;
        }
        return 16;
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
