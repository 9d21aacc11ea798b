// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.marshal;

import static org.verbena.libibverbs.marshal.Pointed.pointerOf;

import org.verbena.attr.TmCap;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.SrqStructs.IbvSrqInitAttr;
import org.verbena.libibverbs.abi.SrqStructs.IbvSrqInitAttrEx;
import org.verbena.libibverbs.abi.SrqStructs.IbvTmCap;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.spi.DriverSrq;

/**
 * Writes requests for shared receive queues. {@code srq_context} stays NULL: the context object of the application
 * exists only in Java.
 */
public final class SrqMarshal {
    private SrqMarshal() {}

    /**
     * Writes the request of the plain create call.
     *
     * @param frame the frame that allocates the struct
     * @param init the request
     * @return the {@code struct ibv_srq_init_attr}
     */
    public static Struct plain(Frame frame, DriverSrq.Init init) {
        return common(frame.struct(IbvSrqInitAttr.SIZE), init);
    }

    /**
     * Writes the request of the extended create call.
     *
     * @param frame the frame that allocates the struct
     * @param init the request
     * @return the {@code struct ibv_srq_init_attr_ex}
     */
    public static Struct extended(Frame frame, DriverSrq.Init init) {
        Struct struct = common(frame.struct(IbvSrqInitAttrEx.SIZE), init)
                .put(IbvSrqInitAttrEx.COMP_MASK, init.request().compMask().mask())
                .put(IbvSrqInitAttrEx.SRQ_TYPE, init.request().srqTypeCode())
                .put(IbvSrqInitAttrEx.PD, pointerOf(init.pd()))
                .put(IbvSrqInitAttrEx.XRCD, pointerOf(init.xrcd()))
                .put(IbvSrqInitAttrEx.CQ, pointerOf(init.cq()));
        write(struct.inner(IbvSrqInitAttrEx.TM_CAP), init.request().tmCap());
        return struct;
    }

    private static Struct common(Struct struct, DriverSrq.Init init) {
        CapMarshal.write(struct.inner(IbvSrqInitAttr.ATTR), init.request().attr());
        return struct;
    }

    private static void write(Struct struct, TmCap cap) {
        struct.put(IbvTmCap.MAX_NUM_TAGS, cap.maxNumTags()).put(IbvTmCap.MAX_OPS, cap.maxOps());
    }
}
