// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.verbena.attr.QpType.RC;
import static org.verbena.attr.QpType.UC;
import static org.verbena.attr.QpType.UD;
import static org.verbena.attr.QpType.XRC_RECV;
import static org.verbena.attr.QpType.XRC_SEND;

import org.verbena.QpInitAttr;
import org.verbena.attr.QpCap;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.Pow2;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.QpRequest;

/**
 * The send queue of mlx4: a power of two of entries, each of a power of two of bytes. Some entries stay free, because
 * the hardware prefetches 2 KiB and one entry. The library grants the remaining bytes of an entry as additional
 * elements and inline data.
 */
final class Mlx4SendQueue {
    /** MLX4_IB_SQ_MAX_SPARE: the number of free entries of a queue with the smallest entries. */
    static final int MAX_SPARE = 33;

    private static final int PREFETCH = 2048;
    private static final int SEGMENT = 16;
    private static final int CONTROL = SEGMENT;
    private static final int LINE = 64;
    private static final int INLINE_HEADER = 4;
    private static final int ATOMIC = 48;
    private static final int BIND = 32;

    private final long maxWqes;
    private final long maxDescSz;
    private final long maxSge;

    Mlx4SendQueue(Limits limits) {
        maxWqes = limits.get("fw_max_wqes");
        maxDescSz = limits.get("fw_max_sq_desc_sz");
        maxSge = Math.min(limits.get("fw_max_sq_sg"), limits.get("fw_max_rq_sg"));
    }

    void check(QpRequest request, Checklist checks) {
        if (request.is(XRC_RECV)) {
            checkOfKernel(request.cap(), checks);
            return;
        }
        long entry = entry(request);
        checks.from("Linux drivers/infiniband/hw/mlx4/qp.c: set_user_sq_size")
                .require(
                        entry <= Pow2.roundUp(maxDescSz),
                        "cap",
                        request.cap(),
                        "entries of at most " + Pow2.roundUp(maxDescSz) + " bytes",
                        () -> "headers and gather elements or inline data would take an entry of " + entry + " bytes")
                .atMost(
                        "max_send_wr",
                        request.cap().maxSendWr(),
                        Long.highestOneBit(maxWqes) - spare(entry),
                        () -> "the device prefetches entries, so " + spare(entry) + " entries of " + entry
                                + " bytes stay free");
    }

    /**
     * Checks an XRC_RECV queue pair, which never sends. The kernel lays out its send queue like that of a kernel queue
     * pair.
     */
    private void checkOfKernel(QpCap cap, Checklist checks) {
        checks.from("Linux drivers/infiniband/hw/mlx4/qp.c: set_kernel_sq_size")
                .atMost("max_send_sge", cap.maxSendSge(), Math.min(maxSge, (maxDescSz - CONTROL) / SEGMENT))
                .atMost("max_inline_data", cap.maxInlineData(), maxDescSz - CONTROL - INLINE_HEADER);
    }

    /** Returns the capabilities of the queue pair that is granted for the request. */
    QpCap grant(QpRequest request) {
        QpCap cap = request.cap();
        if (request.is(XRC_RECV)) {
            return grantOfKernel(cap);
        }
        long entry = entry(request);
        // mlx4_set_sq_sizes
        long payload = entry - CONTROL - transport(request);
        return cap.withMaxSendWr(usable(cap.maxSendWr(), entry))
                .withMaxSendSge(payload / SEGMENT)
                .withMaxInlineData(payload - INLINE_HEADER * Pow2.align(payload, LINE) / LINE);
    }

    /**
     * Returns the capabilities of an XRC_RECV queue pair. The library requests no entries, independent of max_send_wr.
     */
    private QpCap grantOfKernel(QpCap cap) {
        long entry = Pow2.roundUp(CONTROL + Math.max(SEGMENT * cap.maxSendSge(), cap.maxInlineData() + INLINE_HEADER));
        long elements = (Math.min(maxDescSz, entry) - CONTROL) / SEGMENT;
        return cap.withMaxSendWr(usable(0, entry))
                .withMaxSendSge(Math.min(elements, maxSge))
                .withMaxInlineData(0);
    }

    private static long usable(long maxSendWr, long entry) {
        return Pow2.roundUp(maxSendWr + spare(entry)) - spare(entry);
    }

    private static long spare(long entry) {
        return PREFETCH / entry + 1;
    }

    /** Returns the size of an entry in bytes (mlx4_calc_sq_wqe_size). */
    private static long entry(QpRequest request) {
        QpCap cap = request.cap();
        long size = SEGMENT * Math.max(cap.maxSendSge(), inlineSegments(request)) + transport(request);
        if (request.isAny(RC, XRC_SEND)) {
            size = Math.max(size, ATOMIC);
        }
        size = Math.max(size, BIND) + CONTROL;
        if (request.has(QpInitAttr.Mask.MAX_TSO_HEADER)) {
            size += Pow2.align(INLINE_HEADER + request.maxTsoHeader(), SEGMENT);
        }
        return Pow2.roundUp(Math.max(LINE, size));
    }

    /**
     * Returns the number of segments of inline data. Each 64-byte line of inline data has a header, and the first line
     * has space only after the other segments.
     */
    private static long inlineSegments(QpRequest request) {
        long data = request.cap().maxInlineData();
        long lines = ceilDiv(data + (request.is(UD) ? 0 : LINE / 2), LINE - INLINE_HEADER);
        return ceilDiv(data + INLINE_HEADER * lines, SEGMENT);
    }

    private static long ceilDiv(long number, long unit) {
        return (number + unit - 1) / unit;
    }

    /** Returns the size in bytes of the segment with the destination of a work request. */
    private static long transport(QpRequest request) {
        if (request.is(UD)) {
            return 48;
        }
        return request.isAny(RC, UC, XRC_SEND) ? 16 : 0;
    }
}
