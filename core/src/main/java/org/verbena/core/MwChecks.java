// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.verbena.MemoryWindow;
import org.verbena.MwBind;
import org.verbena.MwBindInfo;
import org.verbena.QueuePair;

/** Checks memory windows and the regions that they bind. */
final class MwChecks {
    private MwChecks() {}

    static MwHandle window(String verb, ContextHandle context, @Nullable MemoryWindow mw) {
        RequestChecks.present(verb, context, mw);
        RequestChecks.usable(verb, context, "mw", Objects.requireNonNull(mw));
        return (MwHandle) mw;
    }

    static MrHandle region(String verb, ContextHandle context, @Nullable MwBindInfo info) {
        RequestChecks.present(verb, context, info);
        RequestChecks.usable(
                verb, context, "bind_info.mr", Objects.requireNonNull(info).mr());
        RequestChecks.mask32(verb, context, "bind_info.mw_access_flags", info.access());
        return (MrHandle) info.mr();
    }

    static QpHandle bind(String verb, MwHandle mw, @Nullable QueuePair qp, @Nullable MwBind bind) {
        RequestChecks.present(verb, mw, qp);
        RequestChecks.present(verb, mw, bind);
        RequestChecks.usable(verb, mw, "qp", Objects.requireNonNull(qp));
        RequestChecks.mask32(
                verb, mw, "send_flags", Objects.requireNonNull(bind).sendFlags());
        region(verb, mw.owner(), bind.bindInfo());
        return (QpHandle) qp;
    }
}
