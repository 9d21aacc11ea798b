package org.verbena.core;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.verbena.MemoryWindow;
import org.verbena.MwBind;
import org.verbena.MwBindInfo;
import org.verbena.QueuePair;

/** Checks memory windows and the regions that they bind. */
final class MwRequests {
    private MwRequests() {}

    static MwHandle window(String verb, ContextHandle context, @Nullable MemoryWindow mw) {
        Requests.present(verb, context, mw);
        Requests.usable(verb, context, "mw", Objects.requireNonNull(mw));
        return (MwHandle) mw;
    }

    static MrHandle region(String verb, ContextHandle context, @Nullable MwBindInfo info) {
        Requests.present(verb, context, info);
        Requests.usable(
                verb, context, "bind_info.mr", Objects.requireNonNull(info).mr());
        Requests.mask32(verb, context, "bind_info.mw_access_flags", info.access());
        return (MrHandle) info.mr();
    }

    static QpHandle bind(String verb, MwHandle mw, @Nullable QueuePair qp, @Nullable MwBind bind) {
        Requests.present(verb, mw, qp);
        Requests.present(verb, mw, bind);
        Requests.usable(verb, mw, "qp", Objects.requireNonNull(qp));
        Requests.mask32(verb, mw, "send_flags", Objects.requireNonNull(bind).sendFlags());
        region(verb, mw.owner(), bind.bindInfo());
        return (QpHandle) qp;
    }
}
