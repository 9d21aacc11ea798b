package org.verbena.fidelity.walk;

import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.CqModeration;
import org.verbena.attr.Flags;
import org.verbena.attr.WcFlag;

/** Executes calls on completion channels and queues. */
final class CqCalls {
    private CqCalls() {}

    static Answer createChannel(Side side, Step step) {
        return side.made(step, side.context().createCompChannel());
    }

    static Answer create(Side side, Step step) {
        CompletionQueue cq = side.context().createCq(attr(side, step).build());
        return side.made(step, cq).with("cqe", cq.grantedCqe());
    }

    static Answer createEx(Side side, Step step) {
        Arguments arguments = step.arguments();
        CqInitAttr.Builder attr = attr(side, step);
        arguments.ifPresent(Field.WC_FLAGS, mask -> attr.wcFlags(Flags.ofMask(WcFlag.class, mask)));
        arguments.ifPresent(Field.FLAGS, mask -> attr.flags(Flags.ofMask(CqCreateFlag.class, mask)));
        arguments.ifPresent(Field.COMP_MASK, mask -> attr.compMask(Flags.ofMask(CqInitAttr.Mask.class, mask)));
        CompletionQueueEx cq = side.context().createCqEx(attr.build());
        return side.made(step, cq).with("cqe", cq.grantedCqe()).with("wc_flags", cq.wcFlags());
    }

    private static CqInitAttr.Builder attr(Side side, Step step) {
        CqInitAttr.Builder attr = CqInitAttr.builder()
                .cqe(step.arguments().number(Field.CQE))
                .compVector(step.arguments().number(Field.COMP_VECTOR));
        side.find(step, Field.CHANNEL, CompletionChannel.class).ifPresent(attr::channel);
        return attr;
    }

    static Answer resize(Side side, Step step) {
        CompletionQueue cq = side.object(step, Field.CQ, CompletionQueue.class);
        cq.resize(step.arguments().integer(Field.CQE));
        return Answer.ok().with("cqe", cq.grantedCqe());
    }

    static Answer moderate(Side side, Step step) {
        Arguments arguments = step.arguments();
        side.object(step, Field.CQ, CompletionQueue.class)
                .moderate(new CqModeration(arguments.integer(Field.CQ_COUNT), arguments.integer(Field.CQ_PERIOD)));
        return Answer.ok();
    }
}
