package org.verbena.fidelity.walk;

import org.verbena.CompletionQueue;
import org.verbena.ProtectionDomain;
import org.verbena.RwqIndTableAttr;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqFlag;
import org.verbena.error.VerbsException;

/** Executes calls on work queues and indirection tables. */
final class WqCalls {
    private WqCalls() {}

    static Answer create(Side side, Step step) {
        Arguments arguments = step.arguments();
        WqInitAttr.Builder attr = WqInitAttr.builder()
                .wqTypeCode(arguments.integer(Field.WQ_TYPE))
                .maxWr(arguments.number(Field.MAX_WR))
                .maxSge(arguments.number(Field.MAX_SGE));
        side.find(step, Field.PD, ProtectionDomain.class).ifPresent(attr::pd);
        side.find(step, Field.CQ, CompletionQueue.class).ifPresent(attr::cq);
        arguments.ifPresent(Field.WQ_CREATE_FLAGS, mask -> attr.createFlags(Flags.ofMask(WqFlag.class, mask)));
        arguments.ifPresent(Field.COMP_MASK, mask -> attr.compMask(Flags.ofMask(WqInitAttr.Mask.class, mask)));
        WorkQueue wq = side.context().createWq(attr.build());
        return side.made(step, wq)
                .with("max_wr", wq.grantedCap().maxWr())
                .with("max_sge", wq.grantedCap().maxSge())
                .with("state", wq.state());
    }

    /** Modifies a work queue. The answer contains the state, even if the call is refused. */
    static Answer modify(Side side, Step step) {
        Arguments arguments = step.arguments();
        WorkQueue wq = side.object(step, Field.WQ, WorkQueue.class);
        WqAttr attr = WqAttr.builder()
                .wqStateCode(arguments.integer(Field.WQ_STATE))
                .currWqStateCode(arguments.integer(Field.CURR_WQ_STATE))
                .flags(Flags.ofMask(WqFlag.class, arguments.number(Field.WQ_FLAGS)))
                .flagsMask(Flags.ofMask(WqFlag.class, arguments.number(Field.WQ_FLAGS_MASK)))
                .attrMask(Flags.ofMask(WqAttr.Mask.class, arguments.number(Field.WQ_ATTR_MASK)))
                .build();
        try {
            wq.modify(attr);
        } catch (VerbsException e) {
            return wq.isClosed() ? Answer.refused(e) : Answer.refused(e).with("state", wq.state());
        }
        return Answer.ok().with("state", wq.state());
    }

    static Answer createTable(Side side, Step step) {
        RwqIndTableAttr attr = new RwqIndTableAttr(
                side.list(step, Field.IND_TBL, WorkQueue.class),
                step.arguments().number(Field.COMP_MASK));
        return side.made(step, side.context().createRwqIndTable(attr));
    }
}
