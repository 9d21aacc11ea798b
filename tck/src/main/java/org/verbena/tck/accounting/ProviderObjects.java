// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.accounting;

import org.jspecify.annotations.Nullable;
import org.verbena.AsyncEvent;
import org.verbena.AsyncEventListener;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.MrReregAttr;
import org.verbena.MwBind;
import org.verbena.MwBindInfo;
import org.verbena.QpInitAttr;
import org.verbena.QpOpenAttr;
import org.verbena.QueuePair;
import org.verbena.RwqIndTableAttr;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.ReregMrFlag;

/** Replaces observed handles by the provider's own, in arguments and in attributes that reference handles. */
final class ProviderObjects {
    private ProviderObjects() {}

    /** Returns the provider's object of an observed one, and any other value unchanged. */
    @SuppressWarnings("unchecked")
    static <T> T of(T value) {
        ObservedHandle observed = Interception.handlerOf(value);
        return observed == null ? value : (T) observed.target();
    }

    /** Returns an argument without observed handles. */
    static @Nullable Object argument(@Nullable Object value, Interception interception) {
        if (value instanceof QpInitAttr attr) {
            return replace(attr, ProviderObjects::of);
        }
        if (value instanceof CqInitAttr attr) {
            return cq(attr);
        }
        if (value instanceof SrqInitAttr attr) {
            return srq(attr);
        }
        if (value instanceof WqInitAttr attr) {
            return wq(attr);
        }
        if (value instanceof QpOpenAttr attr) {
            return open(attr);
        }
        if (value instanceof MrReregAttr attr) {
            return rereg(attr);
        }
        if (value instanceof RwqIndTableAttr attr) {
            return new RwqIndTableAttr(
                    attr.indTbl().stream().map(ProviderObjects::of).toList(), attr.compMask());
        }
        if (value instanceof MwBindInfo info) {
            return bindInfo(info);
        }
        if (value instanceof MwBind bind && bind.bindInfo() != null) {
            return new MwBind(bind.wrId(), bind.sendFlags(), bindInfo(bind.bindInfo()));
        }
        if (value instanceof AsyncEventListener listener) {
            return new ObservedListener(listener, interception);
        }
        return value == null ? null : of(value);
    }

    /** Replaces a handle by another of its type. */
    interface Replacement {
        <T> T of(T handle);
    }

    /** Returns a request with other handles. */
    static QpInitAttr replace(QpInitAttr attr, Replacement replacement) {
        QpInitAttr.Builder builder = attr.toBuilder();
        attr.sendCq().ifPresent(value -> builder.sendCq(replacement.of(value)));
        attr.recvCq().ifPresent(value -> builder.recvCq(replacement.of(value)));
        attr.srq().ifPresent(value -> builder.srq(replacement.of(value)));
        attr.pd().ifPresent(value -> builder.pd(replacement.of(value)));
        attr.xrcd().ifPresent(value -> builder.xrcd(replacement.of(value)));
        attr.rwqIndTbl().ifPresent(value -> builder.rwqIndTbl(replacement.of(value)));
        return builder.compMask(attr.compMask()).build();
    }

    private static CqInitAttr cq(CqInitAttr attr) {
        if (attr.channel().isEmpty()) {
            return attr;
        }
        CqInitAttr.Builder builder = CqInitAttr.builder()
                .cqe(attr.cqe())
                .channel(of(attr.channel().get()))
                .compVector(attr.compVector())
                .wcFlags(attr.wcFlags())
                .flags(attr.flags())
                .compMask(attr.compMask());
        attr.cqContext().ifPresent(builder::cqContext);
        return builder.build();
    }

    private static SrqInitAttr srq(SrqInitAttr attr) {
        SrqInitAttr.Builder builder = SrqInitAttr.builder().attr(attr.attr()).srqTypeCode(attr.srqTypeCode());
        attr.pd().ifPresent(value -> builder.pd(of(value)));
        attr.xrcd().ifPresent(value -> builder.xrcd(of(value)));
        attr.cq().ifPresent(value -> builder.cq(of(value)));
        attr.tmCap().ifPresent(builder::tmCap);
        attr.srqContext().ifPresent(builder::srqContext);
        return builder.compMask(attr.compMask()).build();
    }

    private static WqInitAttr wq(WqInitAttr attr) {
        WqInitAttr.Builder builder = WqInitAttr.builder()
                .wqTypeCode(attr.wqTypeCode())
                .maxWr(attr.maxWr())
                .maxSge(attr.maxSge())
                .createFlags(attr.createFlags());
        attr.pd().ifPresent(value -> builder.pd(of(value)));
        attr.cq().ifPresent(value -> builder.cq(of(value)));
        attr.wqContext().ifPresent(builder::wqContext);
        return builder.compMask(attr.compMask()).build();
    }

    private static QpOpenAttr open(QpOpenAttr attr) {
        if (attr.xrcd().isEmpty()) {
            return attr;
        }
        QpOpenAttr.Builder builder = QpOpenAttr.builder()
                .qpNum(attr.qpNum())
                .qpTypeCode(attr.qpTypeCode())
                .xrcd(of(attr.xrcd().get()));
        attr.qpContext().ifPresent(builder::qpContext);
        return builder.compMask(attr.compMask()).build();
    }

    private static MrReregAttr rereg(MrReregAttr attr) {
        if (attr.pd().isEmpty()) {
            return attr;
        }
        MrReregAttr.Builder builder = MrReregAttr.builder().pd(of(attr.pd().get()));
        if (attr.buffer().isPresent()) {
            builder.memory(attr.buffer().get());
        } else if (attr.flags().contains(ReregMrFlag.CHANGE_TRANSLATION)) {
            builder.memory(attr.address(), attr.length());
        }
        attr.access().ifPresent(builder::access);
        return builder.build();
    }

    private static MwBindInfo bindInfo(MwBindInfo info) {
        return new MwBindInfo(of(info.mr()), info.addr(), info.length(), info.access());
    }

    /** Forwards events with observed elements. */
    private record ObservedListener(AsyncEventListener listener, Interception interception)
            implements AsyncEventListener {
        @Override
        public void queuePair(AsyncEventType type, QueuePair qp) {
            listener.queuePair(type, interception.observe(qp));
        }

        @Override
        public void completionQueue(AsyncEventType type, CompletionQueue cq) {
            listener.completionQueue(type, interception.observe(cq));
        }

        @Override
        public void sharedReceiveQueue(AsyncEventType type, SharedReceiveQueue srq) {
            listener.sharedReceiveQueue(type, interception.observe(srq));
        }

        @Override
        public void workQueue(AsyncEventType type, WorkQueue wq) {
            listener.workQueue(type, interception.observe(wq));
        }

        @Override
        public void port(AsyncEventType type, int portNum) {
            listener.port(type, portNum);
        }

        @Override
        public void device(AsyncEventType type) {
            listener.device(type);
        }

        @Override
        public void ended(Throwable cause) {
            listener.ended(cause);
        }

        @Override
        public void other(AsyncEvent event) {
            listener.other(interception.observe(event));
        }
    }
}
