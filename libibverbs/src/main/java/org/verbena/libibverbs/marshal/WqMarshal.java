// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.marshal;

import static org.verbena.libibverbs.marshal.Pointed.pointerOf;

import org.verbena.attr.WqAttr;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.abi.WqStructs.IbvRwqIndTableInitAttr;
import org.verbena.libibverbs.abi.WqStructs.IbvWqAttr;
import org.verbena.libibverbs.abi.WqStructs.IbvWqInitAttr;
import org.verbena.spi.DriverRwqIndTable;
import org.verbena.spi.DriverWq;
import org.verbena.spi.model.WqRequest;

/**
 * Writes requests for work queues and indirection tables. {@code wq_context} stays NULL: the context object of the
 * application exists only in Java.
 */
public final class WqMarshal {
    private WqMarshal() {}

    /**
     * Writes the request that creates a work queue.
     *
     * @param frame the frame that allocates the struct
     * @param init the request
     * @return the {@code struct ibv_wq_init_attr}
     */
    public static Struct create(Frame frame, DriverWq.Init init) {
        WqRequest request = init.request();
        return frame.struct(IbvWqInitAttr.SIZE)
                .put(IbvWqInitAttr.WQ_TYPE, request.wqTypeCode())
                .put(IbvWqInitAttr.MAX_WR, request.maxWr())
                .put(IbvWqInitAttr.MAX_SGE, request.maxSge())
                .put(IbvWqInitAttr.PD, pointerOf(init.pd()))
                .put(IbvWqInitAttr.CQ, pointerOf(init.cq()))
                .put(IbvWqInitAttr.COMP_MASK, request.compMask().mask())
                .put(IbvWqInitAttr.CREATE_FLAGS, request.createFlags().mask());
    }

    /**
     * Writes the request that modifies a work queue.
     *
     * @param frame the frame that allocates the struct
     * @param attr the changes
     * @return the {@code struct ibv_wq_attr}
     */
    public static Struct modify(Frame frame, WqAttr attr) {
        return frame.struct(IbvWqAttr.SIZE)
                .put(IbvWqAttr.ATTR_MASK, attr.attrMask().mask())
                .put(IbvWqAttr.WQ_STATE, attr.wqStateCode())
                .put(IbvWqAttr.CURR_WQ_STATE, attr.currWqStateCode())
                .put(IbvWqAttr.FLAGS, attr.flags().mask())
                .put(IbvWqAttr.FLAGS_MASK, attr.flagsMask().mask());
    }

    /**
     * Writes the request that creates an indirection table.
     *
     * @param frame the frame that allocates the struct
     * @param init the request
     * @return the {@code struct ibv_rwq_ind_table_init_attr}
     */
    public static Struct table(Frame frame, DriverRwqIndTable.Init init) {
        long[] slots = init.indTbl().stream().mapToLong(Pointed::pointerOf).toArray();
        return frame.struct(IbvRwqIndTableInitAttr.SIZE)
                .put(IbvRwqIndTableInitAttr.LOG_IND_TBL_SIZE, init.request().logIndTblSize())
                .put(IbvRwqIndTableInitAttr.IND_TBL, frame.pointers(slots))
                .put(IbvRwqIndTableInitAttr.COMP_MASK, init.request().compMask());
    }
}
