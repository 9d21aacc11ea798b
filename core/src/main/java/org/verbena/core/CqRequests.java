package org.verbena.core;

import org.verbena.CqInitAttr;
import org.verbena.error.Violation;

/** Checks requests for completion queues. */
final class CqRequests {
    private CqRequests() {}

    static void check(String verb, ContextHandle context, CqInitAttr attr, boolean extended) {
        Requests.present(verb, context, attr);
        Requests.usable(verb, context, "channel", attr.channel());
        if (!extended) {
            Requests.onlyExtended(verb, context, "comp_mask", attr.compMask(), "ibv_create_cq_ex");
            Requests.onlyExtended(verb, context, "wc_flags", attr.wcFlags(), "ibv_create_cq_ex");
        }
        if (attr.compMask().contains(CqInitAttr.Mask.PD)) {
            throw Requests.refuse(
                    verb,
                    context,
                    new Violation(
                            "comp_mask",
                            attr.compMask().toString(),
                            "without PD",
                            "there is no parent domain in the request that the bit could name",
                            "ibv_create_cq_ex(3)"));
        }
    }

    static void checkSize(String verb, CqHandle cq, int cqe) {
        Requests.range(verb, cq, "cqe", cqe, Integer.MAX_VALUE, "a number of entries is not negative");
    }
}
