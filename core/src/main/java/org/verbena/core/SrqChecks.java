// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.verbena.SrqInitAttr.Mask.CQ;
import static org.verbena.SrqInitAttr.Mask.PD;
import static org.verbena.SrqInitAttr.Mask.TM;
import static org.verbena.SrqInitAttr.Mask.XRCD;

import org.verbena.SrqInitAttr;

/** Checks requests for shared receive queues. */
final class SrqChecks {
    private static final String PLAIN = "ibv_create_srq";
    private static final String EX = "ibv_create_srq_ex";
    private static final String DEREFERENCE = "libibverbs/cmd_srq.c: ibv_icmd_create_srq";

    private SrqChecks() {}

    static void checkPlain(PdHandle pd, SrqInitAttr attr) {
        pd.requireOpen(PLAIN);
        checkInAnyDomain(pd, attr);
        RequestChecks.ownDomain(PLAIN, pd, attr.pd(), "queue");
    }

    /** Checks a plain request, except for its protection domain. */
    static void checkInAnyDomain(Handle on, SrqInitAttr attr) {
        RequestChecks.present(PLAIN, on, attr);
        RequestChecks.onlyExtended(PLAIN, on, "comp_mask", attr.compMask().without(PD), EX);
    }

    static void checkEx(ContextHandle context, SrqInitAttr attr) {
        RequestChecks.present(EX, context, attr);
        RequestChecks.usable(EX, context, "pd", attr.pd());
        RequestChecks.usable(EX, context, "xrcd", attr.xrcd());
        RequestChecks.usable(EX, context, "cq", attr.cq());
        RequestChecks.required(
                EX, context, "pd", attr.pd(), "a shared receive queue needs a protection domain", DEREFERENCE);
        String rule = "comp_mask has the bit of this attribute";
        if (attr.compMask().contains(XRCD)) {
            RequestChecks.required(EX, context, "xrcd", attr.xrcd(), rule, DEREFERENCE);
        }
        if (attr.compMask().contains(CQ)) {
            RequestChecks.required(EX, context, "cq", attr.cq(), rule, DEREFERENCE);
        }
        if (attr.compMask().contains(TM)) {
            RequestChecks.required(EX, context, "tm_cap", attr.tmCap(), rule, "ibv_create_srq_ex(3)");
        }
        attr.tmCap().ifPresent(tags -> WqeSizes.check(EX, context, "tm_cap.max_num_tags", tags.maxNumTags()));
    }
}
