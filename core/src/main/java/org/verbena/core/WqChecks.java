// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.RwqIndTableAttr;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;

/** Checks requests for work queues and indirection tables. */
final class WqChecks {
    private static final String CREATE = "ibv_create_wq";
    private static final String TABLE = "ibv_create_rwq_ind_table";
    private static final String DEREFERENCE = "libibverbs/cmd_wq.c: ibv_icmd_create_wq";

    private WqChecks() {}

    static void check(ContextHandle context, WqInitAttr attr) {
        RequestChecks.present(CREATE, context, attr);
        RequestChecks.usable(CREATE, context, "pd", attr.pd());
        RequestChecks.usable(CREATE, context, "cq", attr.cq());
        RequestChecks.required(CREATE, context, "pd", attr.pd(), "a work queue needs this object", DEREFERENCE);
        RequestChecks.required(CREATE, context, "cq", attr.cq(), "a work queue needs this object", DEREFERENCE);
        WqeSizes.check(CREATE, context, "max_sge", attr.maxSge());
    }

    static void checkTable(ContextHandle context, RwqIndTableAttr attr) {
        RequestChecks.present(TABLE, context, attr);
        for (WorkQueue queue : attr.indTbl()) {
            RequestChecks.usable(TABLE, context, "ind_tbl", queue);
        }
    }
}
