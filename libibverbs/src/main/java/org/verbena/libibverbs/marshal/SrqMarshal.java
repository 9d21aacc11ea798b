package org.verbena.libibverbs.marshal;

import static org.verbena.libibverbs.marshal.Pointed.pointerOf;

import org.verbena.SrqInitAttr;
import org.verbena.attr.TmCap;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.IbvSrqInitAttr;
import org.verbena.libibverbs.abi.IbvSrqInitAttrEx;
import org.verbena.libibverbs.abi.IbvTmCap;
import org.verbena.libibverbs.abi.Struct;

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
     * @param attr the attributes that the application requests
     * @return the {@code struct ibv_srq_init_attr}
     */
    public static Struct plain(Frame frame, SrqInitAttr attr) {
        return common(frame.struct(IbvSrqInitAttr.SIZE), attr);
    }

    /**
     * Writes the request of the extended create call.
     *
     * @param frame the frame that allocates the struct
     * @param attr the attributes that the application requests
     * @return the {@code struct ibv_srq_init_attr_ex}
     */
    public static Struct extended(Frame frame, SrqInitAttr attr) {
        Struct struct = common(frame.struct(IbvSrqInitAttrEx.SIZE), attr)
                .put(IbvSrqInitAttrEx.COMP_MASK, attr.compMask().mask())
                .put(IbvSrqInitAttrEx.SRQ_TYPE, attr.srqTypeCode())
                .put(IbvSrqInitAttrEx.PD, pointerOf(attr.pd()))
                .put(IbvSrqInitAttrEx.XRCD, pointerOf(attr.xrcd()))
                .put(IbvSrqInitAttrEx.CQ, pointerOf(attr.cq()));
        attr.tmCap().ifPresent(cap -> write(struct.inner(IbvSrqInitAttrEx.TM_CAP), cap));
        return struct;
    }

    private static Struct common(Struct struct, SrqInitAttr attr) {
        CapMarshal.write(struct.inner(IbvSrqInitAttr.ATTR), attr.attr());
        return struct;
    }

    private static void write(Struct struct, TmCap cap) {
        struct.put(IbvTmCap.MAX_NUM_TAGS, cap.maxNumTags()).put(IbvTmCap.MAX_OPS, cap.maxOps());
    }
}
