package org.verbena.fidelity.vector;

import org.verbena.Flags;
import org.verbena.SrqInitAttr;
import org.verbena.SrqInitAttrMask;
import org.verbena.SrqType;
import org.verbena.TmCap;

/** Requests for shared receive queues as the API takes them, with the objects that they name. */
final class SrqInitAttrs {
    static final TmCap NO_TAGS = new TmCap(0, 0);

    private SrqInitAttrs() {}

    /** The fields that a queue of a type has. */
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
        // libibverbs follows the pointer whatever comp_mask says, so there is always a domain.
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
