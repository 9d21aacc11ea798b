package org.verbena.fidelity.vector;

import org.verbena.Flags;
import org.verbena.SrqInitAttr;
import org.verbena.SrqInitAttrMask;
import org.verbena.SrqType;
import org.verbena.TmCap;

/** Converts shared receive queue requests to the types of the API, with the objects that they refer to. */
final class SrqInitAttrs {
    static final TmCap NO_TAGS = new TmCap(0, 0);

    private SrqInitAttrs() {}

    /** Returns the fields that a queue of a type needs. */
    static Flags<SrqInitAttrMask> fieldsOf(SrqType type) {
        Flags<SrqInitAttrMask> basic = Flags.of(SrqInitAttrMask.TYPE, SrqInitAttrMask.PD);
        return switch (type) {
            case XRC -> basic.with(SrqInitAttrMask.XRCD).with(SrqInitAttrMask.CQ);
            case TM -> basic.with(SrqInitAttrMask.CQ).with(SrqInitAttrMask.TM);
            case BASIC, UNKNOWN -> basic;
        };
    }

    static SrqInitAttr of(Request.CreateSrq request, Workbench bench) {
        SrqInitAttr.Builder attr = SrqInitAttr.builder().attr(request.attr());
        if (!request.extended()) {
            return attr.build();
        }
        // libibverbs dereferences the pointer for any comp_mask, so a protection domain is always set.
        attr.srqTypeCode(request.srqTypeCode()).pd(bench.pd()).tmCap(NO_TAGS);
        if (request.compMask().contains(SrqInitAttrMask.XRCD)) {
            attr.xrcd(bench.xrcd());
        }
        if (request.compMask().contains(SrqInitAttrMask.CQ)) {
            attr.cq(bench.cq());
        }
        return attr.compMask(request.compMask()).build();
    }
}
