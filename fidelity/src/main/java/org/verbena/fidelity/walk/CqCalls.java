// SPDX-License-Identifier: Apache-2.0
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

    static StepAnswer createChannel(WalkDevice device, Step step) {
        return device.made(step, device.context().createCompChannel());
    }

    static StepAnswer create(WalkDevice device, Step step) {
        CompletionQueue cq = device.context().createCq(attr(device, step).build());
        return device.made(step, cq).with("cqe", cq.grantedCqe());
    }

    static StepAnswer createEx(WalkDevice device, Step step) {
        StepArguments arguments = step.arguments();
        CqInitAttr.Builder attr = attr(device, step);
        arguments.ifPresent(StepField.WC_FLAGS, mask -> attr.wcFlags(Flags.ofMask(WcFlag.class, mask)));
        arguments.ifPresent(StepField.FLAGS, mask -> attr.flags(Flags.ofMask(CqCreateFlag.class, mask)));
        arguments.ifPresent(StepField.COMP_MASK, mask -> attr.compMask(Flags.ofMask(CqInitAttr.Mask.class, mask)));
        CompletionQueueEx cq = device.context().createCqEx(attr.build());
        return device.made(step, cq).with("cqe", cq.grantedCqe()).with("wc_flags", cq.wcFlags());
    }

    private static CqInitAttr.Builder attr(WalkDevice device, Step step) {
        CqInitAttr.Builder attr = CqInitAttr.builder()
                .cqe(step.arguments().number(StepField.CQE))
                .compVector(step.arguments().number(StepField.COMP_VECTOR));
        device.find(step, StepField.CHANNEL, CompletionChannel.class).ifPresent(attr::channel);
        return attr;
    }

    static StepAnswer resize(WalkDevice device, Step step) {
        CompletionQueue cq = device.object(step, StepField.CQ, CompletionQueue.class);
        cq.resize(step.arguments().integer(StepField.CQE));
        return StepAnswer.ok().with("cqe", cq.grantedCqe());
    }

    static StepAnswer moderate(WalkDevice device, Step step) {
        StepArguments arguments = step.arguments();
        device.object(step, StepField.CQ, CompletionQueue.class)
                .moderate(new CqModeration(
                        arguments.integer(StepField.CQ_COUNT), arguments.integer(StepField.CQ_PERIOD)));
        return StepAnswer.ok();
    }
}
