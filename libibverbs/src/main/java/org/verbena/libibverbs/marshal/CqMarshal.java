// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.marshal;

import static org.verbena.libibverbs.marshal.Pointed.pointerOf;

import org.verbena.CqInitAttr;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.CqModeration;
import org.verbena.attr.Flags;
import org.verbena.attr.WcFlag;
import org.verbena.libibverbs.abi.CqStructs.IbvCqInitAttrEx;
import org.verbena.libibverbs.abi.CqStructs.IbvModerateCq;
import org.verbena.libibverbs.abi.CqStructs.IbvModifyCqAttr;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.spi.DriverCq;
import org.verbena.spi.model.CqRequest;

/**
 * Writes requests for completion queues. {@code cq_context} stays NULL: the context object of the application exists
 * only in Java.
 */
public final class CqMarshal {
    private CqMarshal() {}

    /**
     * Writes the request of the extended create call.
     *
     * @param frame the frame that allocates the struct
     * @param init the request
     * @param added the creation flags to add to those of the application
     * @param fields the completion fields to request from the driver
     * @return the {@code struct ibv_cq_init_attr_ex}
     */
    public static Struct extended(Frame frame, DriverCq.Init init, Flags<CqCreateFlag> added, Flags<WcFlag> fields) {
        CqRequest request = init.request();
        boolean hasFlags = request.compMask().contains(CqInitAttr.Mask.FLAGS);
        // Drivers ignore the flags of the application if its comp_mask lacks the FLAGS bit.
        long ofApplication = hasFlags || added.isEmpty() ? request.flags().mask() : 0;
        long compMask = request.compMask().mask() | (added.isEmpty() ? 0 : CqInitAttr.Mask.FLAGS.mask());
        return frame.struct(IbvCqInitAttrEx.SIZE)
                .put(IbvCqInitAttrEx.CQE, request.cqe())
                .put(IbvCqInitAttrEx.CHANNEL, pointerOf(init.channel()))
                .put(IbvCqInitAttrEx.COMP_VECTOR, request.compVector())
                .put(IbvCqInitAttrEx.WC_FLAGS, fields.mask())
                .put(IbvCqInitAttrEx.COMP_MASK, compMask)
                .put(IbvCqInitAttrEx.FLAGS, ofApplication | added.mask());
    }

    /**
     * Writes a change of the event moderation.
     *
     * @param frame the frame that allocates the struct
     * @param moderation the moderation
     * @return the {@code struct ibv_modify_cq_attr}
     */
    public static Struct moderation(Frame frame, CqModeration moderation) {
        Struct struct =
                frame.struct(IbvModifyCqAttr.SIZE).put(IbvModifyCqAttr.ATTR_MASK, CqModeration.Mask.MODERATE.mask());
        struct.inner(IbvModifyCqAttr.MODERATE)
                .put(IbvModerateCq.CQ_COUNT, moderation.cqCount())
                .put(IbvModerateCq.CQ_PERIOD, moderation.cqPeriod());
        return struct;
    }
}
