package org.verbena.fidelity.walk;

import org.verbena.CompletionQueue;
import org.verbena.ProtectionDomain;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.XrcDomain;
import org.verbena.attr.Flags;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.TmCap;

/** Executes calls on shared receive queues. */
final class SrqCalls {
    private SrqCalls() {}

    static Answer create(Side side, Step step) {
        ProtectionDomain pd = side.object(step, Field.PD, ProtectionDomain.class);
        return made(side, step, pd.createSrq(attr(step).build()));
    }

    static Answer createEx(Side side, Step step) {
        Arguments arguments = step.arguments();
        SrqInitAttr.Builder attr = attr(step);
        side.find(step, Field.PD, ProtectionDomain.class).ifPresent(attr::pd);
        side.find(step, Field.XRCD, XrcDomain.class).ifPresent(attr::xrcd);
        side.find(step, Field.CQ, CompletionQueue.class).ifPresent(attr::cq);
        arguments.ifPresent(Field.SRQ_TYPE, code -> attr.srqTypeCode((int) code));
        arguments.ifPresent(Field.MAX_NUM_TAGS, tags -> attr.tmCap(new TmCap(tags, arguments.number(Field.MAX_OPS))));
        arguments.ifPresent(Field.COMP_MASK, mask -> attr.compMask(Flags.ofMask(SrqInitAttr.Mask.class, mask)));
        return made(side, step, side.context().createSrqEx(attr.build()));
    }

    private static SrqInitAttr.Builder attr(Step step) {
        return SrqInitAttr.builder().attr(values(step.arguments()));
    }

    private static SrqAttr values(Arguments arguments) {
        return new SrqAttr(
                arguments.number(Field.MAX_WR), arguments.number(Field.MAX_SGE), arguments.number(Field.SRQ_LIMIT));
    }

    private static Answer made(Side side, Step step, SharedReceiveQueue srq) {
        return with(side.made(step, srq), srq.grantedAttr());
    }

    private static Answer with(Answer answer, SrqAttr attr) {
        return answer.with("max_wr", attr.maxWr())
                .with("max_sge", attr.maxSge())
                .with("srq_limit", attr.srqLimit());
    }

    static Answer modify(Side side, Step step) {
        side.object(step, Field.SRQ, SharedReceiveQueue.class)
                .modify(
                        values(step.arguments()),
                        Flags.ofMask(SrqAttr.Mask.class, step.arguments().number(Field.SRQ_ATTR_MASK)));
        return Answer.ok();
    }

    static Answer query(Side side, Step step) {
        return with(
                Answer.ok(),
                side.object(step, Field.SRQ, SharedReceiveQueue.class).query());
    }

    /** Queries the number of a queue. Only success is compared, because each device chooses its own numbers. */
    static Answer number(Side side, Step step) {
        side.object(step, Field.SRQ, SharedReceiveQueue.class).srqNum();
        return Answer.ok();
    }
}
