package org.verbena.cli.create;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
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
import org.verbena.attr.QpType;
import org.verbena.cli.text.Refusal;
import org.verbena.error.VerbsException;

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
    public Record requested() {
        return attr.build().cap();
    }

    @Override
    public Outcome run(DeviceContext context) {
        try (QueuePair qp = on(context).create()) {
            return query(qp);
        }
    }

    @Override
    public Explanation<QpCap> explain(DeviceContext context) {
        return on(context).explain();
    }

    private static Outcome query(QueuePair qp) {
        try {
            return outcome(qp, qp.query().attr().cap(), null);
        } catch (VerbsException e) {
            return outcome(qp, null, Refusal.of(e));
        }
    }

    private static Outcome outcome(QueuePair qp, @Nullable Record queried, @Nullable Refusal refusal) {
        return new Outcome("qp_num", qp.qpNum(), qp.grantedCap(), queried, refusal);
    }

    /** Creates the objects that the request needs on a device, and returns the complete request. */
    public PreparedQp on(DeviceContext context) {
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
        return new PreparedQp(context, pd, attr.build(), extended);
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
}
