// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.create;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.Explainer;
import org.verbena.Explanation;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RwqIndTable;
import org.verbena.RwqIndTableAttr;
import org.verbena.SrqInitAttr;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCapField;
import org.verbena.attr.QpType;
import org.verbena.cli.option.QpExOptions;
import org.verbena.cli.option.QpOptions;
import org.verbena.cli.option.RssOptions;
import org.verbena.cli.text.CFields;
import org.verbena.cli.text.Refusal;
import org.verbena.error.VerbsException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;

/**
 * A trial that creates a queue pair.
 *
 * @param attr the request without the objects that it needs
 * @param extended whether to use {@code ibv_create_qp_ex}
 * @param srq whether to use a shared receive queue
 * @param workQueues the number of work queues in the indirection table, null without a table
 */
public record QpTrial(
        QpInitAttr.Builder attr,
        boolean extended,
        boolean srq,
        @Nullable Integer workQueues) implements Trial {
    @Override
    public String op() {
        return extended ? "create_qp_ex" : "create_qp";
    }

    @Override
    public Map<String, Object> requested() {
        return CFields.of(attr.build().cap());
    }

    @Override
    public Outcome run(DeviceContext context) {
        try (QueuePair qp = on(context).create()) {
            return query(qp);
        }
    }

    @Override
    public Explanation<Map<String, Object>> explain(DeviceContext context) {
        return on(context).explain().map(CFields::of);
    }

    private static Outcome query(QueuePair qp) {
        try {
            return outcome(qp, CFields.of(qp.query().attr().cap()), null);
        } catch (VerbsException e) {
            return outcome(qp, null, new Refusal(e));
        }
    }

    private static Outcome outcome(QueuePair qp, @Nullable Map<String, Object> queried, @Nullable Refusal refusal) {
        return new Outcome("qp_num", qp.qpNum(), CFields.of(qp.grantedCap()), queried, refusal);
    }

    /** Creates the objects that the request needs on a device, and returns the complete request. */
    public Prepared on(DeviceContext context) {
        ProtectionDomain pd = context.allocPd();
        boolean target = attr.build().qpType() == QpType.XRC_RECV;
        if (workQueues != null) {
            attr.rwqIndTbl(table(context, pd, workQueues));
        } else if (!target) {
            CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(1).build());
            attr.sendCq(cq).recvCq(cq);
        }
        if (srq) {
            attr.srq(pd.createSrq(SrqInitAttr.builder().maxWr(1).maxSge(1).build()));
        }
        if (target) {
            attr.xrcd(context.openXrcd(XrcdInitAttr.privateDomain()));
        } else if (extended) {
            attr.pd(pd);
        }
        return new Prepared(context, pd, attr.build(), extended);
    }

    private static RwqIndTable table(DeviceContext context, ProtectionDomain pd, int size) {
        CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(1).build());
        WqInitAttr wq = WqInitAttr.builder().pd(pd).cq(cq).maxWr(1).maxSge(1).build();
        List<WorkQueue> workQueues = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            workQueues.add(context.createWq(wq));
        }
        return context.createRwqIndTable(RwqIndTableAttr.of(workQueues));
    }

    /**
     * A queue pair request with the objects that it needs.
     *
     * @param context the device
     * @param pd the protection domain for {@code ibv_create_qp}
     * @param attr the request
     * @param extended whether to use {@code ibv_create_qp_ex}
     */
    public record Prepared(DeviceContext context, ProtectionDomain pd, QpInitAttr attr, boolean extended) {
        /** Returns a copy of this request with another value of a capability. */
        public Prepared with(QpCapField field, long value) {
            QpInitAttr changed =
                    attr.toBuilder().cap(field.set(attr.cap(), value)).build();
            return new Prepared(context, pd, changed, extended);
        }

        public QueuePair create() {
            return extended ? context.createQpEx(attr) : pd.createQp(attr);
        }

        public Explanation<QpCap> explain() {
            Explainer explainer = context.explain();
            return extended ? explainer.createQpEx(attr) : explainer.createQp(attr);
        }
    }

    /** The options of a request for a queue pair of any type. */
    public static final class Options {
        @Mixin
        private final QpOptions plain = new QpOptions();

        @ArgGroup(validate = false, heading = "%nOptions of ibv_create_qp_ex(3):%n")
        private final QpExOptions extended = new QpExOptions();

        @ArgGroup(validate = false, heading = "%nReceive-side scaling options of ibv_create_qp_ex(3):%n")
        private final RssOptions rss = new RssOptions();

        public QpTrial trial() {
            QpInitAttr.Builder attr = QpInitAttr.builder();
            plain.applyTo(attr);
            extended.applyTo(attr);
            rss.applyTo(attr);
            boolean ex = extended.isChosen() || rss.isChosen() || plain.needsEx();
            return new QpTrial(attr, ex, plain.srq(), rss.workQueues());
        }
    }
}
