package org.verbena.libibverbs.marshal;

import static org.verbena.libibverbs.marshal.Pointed.pointerOf;

import org.verbena.SrqInitAttr;
import org.verbena.TmCap;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.IbvSrqInitAttr;
import org.verbena.libibverbs.abi.IbvSrqInitAttrEx;
import org.verbena.libibverbs.abi.IbvTmCap;
import org.verbena.libibverbs.abi.Struct;

/** Requests for shared receive queues. {@code srq_context} stays NULL: the user's object lives in Java. */
public final class SrqRequests {
    private SrqRequests() {}

    /**
     * The request of the plain call.
     *
     * @param frame where it is allocated
     * @param attr the request
     * @return {@code struct ibv_srq_init_attr}
     */
    public static Struct plain(Frame frame, SrqInitAttr attr) {
        return common(frame.struct(IbvSrqInitAttr.SIZE), attr);
    }

    /**
     * The request of the extended call.
     *
     * @param frame where it is allocated
     * @param attr the request
     * @return {@code struct ibv_srq_init_attr_ex}
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
        Caps.write(struct.inner(IbvSrqInitAttr.ATTR), attr.attr());
        return struct;
    }

    private static void write(Struct struct, TmCap cap) {
        struct.put(IbvTmCap.MAX_NUM_TAGS, cap.maxNumTags()).put(IbvTmCap.MAX_OPS, cap.maxOps());
    }
}
