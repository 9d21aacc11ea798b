// SPDX-License-Identifier: Apache-2.0
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

    static StepAnswer create(WalkDevice device, Step step) {
        ProtectionDomain pd = device.object(step, StepField.PD, ProtectionDomain.class);
        return made(device, step, pd.createSrq(attr(step).build()));
    }

    static StepAnswer createEx(WalkDevice device, Step step) {
        StepArguments arguments = step.arguments();
        SrqInitAttr.Builder attr = attr(step);
        device.find(step, StepField.PD, ProtectionDomain.class).ifPresent(attr::pd);
        device.find(step, StepField.XRCD, XrcDomain.class).ifPresent(attr::xrcd);
        device.find(step, StepField.CQ, CompletionQueue.class).ifPresent(attr::cq);
        arguments.ifPresent(StepField.SRQ_TYPE, code -> attr.srqTypeCode((int) code));
        arguments.ifPresent(
                StepField.MAX_NUM_TAGS, tags -> attr.tmCap(new TmCap(tags, arguments.number(StepField.MAX_OPS))));
        arguments.ifPresent(StepField.COMP_MASK, mask -> attr.compMask(Flags.ofMask(SrqInitAttr.Mask.class, mask)));
        return made(device, step, device.context().createSrqEx(attr.build()));
    }

    private static SrqInitAttr.Builder attr(Step step) {
        return SrqInitAttr.builder().attr(values(step.arguments()));
    }

    private static SrqAttr values(StepArguments arguments) {
        return new SrqAttr(
                arguments.number(StepField.MAX_WR),
                arguments.number(StepField.MAX_SGE),
                arguments.number(StepField.SRQ_LIMIT));
    }

    private static StepAnswer made(WalkDevice device, Step step, SharedReceiveQueue srq) {
        return device.made(step, srq).with(srq.grantedAttr());
    }

    static StepAnswer modify(WalkDevice device, Step step) {
        device.object(step, StepField.SRQ, SharedReceiveQueue.class)
                .modify(
                        values(step.arguments()),
                        Flags.ofMask(SrqAttr.Mask.class, step.arguments().number(StepField.SRQ_ATTR_MASK)));
        return StepAnswer.ok();
    }

    static StepAnswer query(WalkDevice device, Step step) {
        return StepAnswer.ok()
                .with(device.object(step, StepField.SRQ, SharedReceiveQueue.class)
                        .query());
    }

    /** Queries the number of a queue. Only success is compared, because each device chooses its own numbers. */
    static StepAnswer number(WalkDevice device, Step step) {
        device.object(step, StepField.SRQ, SharedReceiveQueue.class).srqNum();
        return StepAnswer.ok();
    }
}
