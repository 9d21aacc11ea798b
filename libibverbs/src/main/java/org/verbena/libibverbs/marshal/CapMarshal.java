// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.marshal;

import org.verbena.attr.QpCap;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.WqCap;
import org.verbena.libibverbs.abi.QpStructs.IbvQpCap;
import org.verbena.libibverbs.abi.SrqStructs.IbvSrqAttr;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.abi.WqStructs.IbvWqInitAttr;

/** Converts requested and actual capabilities between Java and C structs. */
public final class CapMarshal {
    private CapMarshal() {}

    /**
     * Writes the capabilities of a queue pair.
     *
     * @param struct the target, a {@code struct ibv_qp_cap}
     * @param cap the capabilities
     */
    public static void write(Struct struct, QpCap cap) {
        struct.put(IbvQpCap.MAX_SEND_WR, cap.maxSendWr())
                .put(IbvQpCap.MAX_RECV_WR, cap.maxRecvWr())
                .put(IbvQpCap.MAX_SEND_SGE, cap.maxSendSge())
                .put(IbvQpCap.MAX_RECV_SGE, cap.maxRecvSge())
                .put(IbvQpCap.MAX_INLINE_DATA, cap.maxInlineData());
    }

    /**
     * Reads the capabilities of a queue pair.
     *
     * @param struct the source, a {@code struct ibv_qp_cap}
     * @return the capabilities
     */
    public static QpCap readQpCap(Struct struct) {
        return new QpCap(
                struct.get(IbvQpCap.MAX_SEND_WR),
                struct.get(IbvQpCap.MAX_RECV_WR),
                struct.get(IbvQpCap.MAX_SEND_SGE),
                struct.get(IbvQpCap.MAX_RECV_SGE),
                struct.get(IbvQpCap.MAX_INLINE_DATA));
    }

    /**
     * Writes the attributes of a shared receive queue.
     *
     * @param struct the target, a {@code struct ibv_srq_attr}
     * @param attr the attributes
     */
    public static void write(Struct struct, SrqAttr attr) {
        struct.put(IbvSrqAttr.MAX_WR, attr.maxWr())
                .put(IbvSrqAttr.MAX_SGE, attr.maxSge())
                .put(IbvSrqAttr.SRQ_LIMIT, attr.srqLimit());
    }

    /**
     * Reads the attributes of a shared receive queue.
     *
     * @param struct the source, a {@code struct ibv_srq_attr}
     * @return the attributes
     */
    public static SrqAttr readSrqAttr(Struct struct) {
        return new SrqAttr(
                struct.get(IbvSrqAttr.MAX_WR), struct.get(IbvSrqAttr.MAX_SGE), struct.get(IbvSrqAttr.SRQ_LIMIT));
    }

    /**
     * Reads the capabilities of a work queue.
     *
     * @param struct the source, a {@code struct ibv_wq_init_attr}
     * @return the capabilities
     */
    public static WqCap readWqCap(Struct struct) {
        return new WqCap(struct.get(IbvWqInitAttr.MAX_WR), struct.get(IbvWqInitAttr.MAX_SGE));
    }
}
