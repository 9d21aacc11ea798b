// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.CqInitAttr;
import org.verbena.error.Violation;

/** Checks requests for completion queues. */
final class CqChecks {
    private CqChecks() {}

    static void check(String verb, ContextHandle context, CqInitAttr attr, boolean extended) {
        RequestChecks.present(verb, context, attr);
        RequestChecks.usable(verb, context, "channel", attr.channel());
        if (!extended) {
            RequestChecks.onlyExtended(verb, context, "comp_mask", attr.compMask(), "ibv_create_cq_ex");
            RequestChecks.onlyExtended(verb, context, "wc_flags", attr.wcFlags(), "ibv_create_cq_ex");
        }
        if (attr.compMask().contains(CqInitAttr.Mask.PD)) {
            throw RequestChecks.refuse(
                    verb,
                    context,
                    new Violation(
                            "comp_mask",
                            attr.compMask().toString(),
                            "without PD",
                            "the request has no parent domain",
                            "ibv_create_cq_ex(3)"));
        }
    }

    static void checkSize(String verb, CqHandle cq, int cqe) {
        RequestChecks.range(verb, cq, "cqe", cqe, Integer.MAX_VALUE, "the number of entries must not be negative");
    }
}
