// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import org.verbena.SrqInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.SrqType;
import org.verbena.attr.TmCap;

/** Converts shared receive queue requests to the types of the API, with the objects that they refer to. */
final class SrqInitAttrs {
    static final TmCap NO_TAGS = new TmCap(0, 0);

    private SrqInitAttrs() {}

    /** Returns the fields that a queue of a type needs. */
    static Flags<SrqInitAttr.Mask> fieldsOf(SrqType type) {
        Flags<SrqInitAttr.Mask> basic = Flags.of(SrqInitAttr.Mask.TYPE, SrqInitAttr.Mask.PD);
        return switch (type) {
            case XRC -> basic.with(SrqInitAttr.Mask.XRCD).with(SrqInitAttr.Mask.CQ);
            case TM -> basic.with(SrqInitAttr.Mask.CQ).with(SrqInitAttr.Mask.TM);
            case BASIC, UNKNOWN -> basic;
        };
    }

    static SrqInitAttr of(Request.CreateSrq request, RequestObjects objects) {
        SrqInitAttr.Builder attr = SrqInitAttr.builder().attr(request.attr());
        if (!request.extended()) {
            return attr.build();
        }
        // libibverbs dereferences the pointer for any comp_mask, so a protection domain is always set.
        attr.srqTypeCode(request.srqTypeCode()).pd(objects.pd()).tmCap(NO_TAGS);
        if (request.compMask().contains(SrqInitAttr.Mask.XRCD)) {
            attr.xrcd(objects.xrcd());
        }
        if (request.compMask().contains(SrqInitAttr.Mask.CQ)) {
            attr.cq(objects.cq());
        }
        return attr.compMask(request.compMask()).build();
    }
}
