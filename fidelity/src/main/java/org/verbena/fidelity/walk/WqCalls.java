// SPDX-License-Identifier: Apache-2.0
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

    static StepAnswer create(WalkDevice device, Step step) {
        StepArguments arguments = step.arguments();
        WqInitAttr.Builder attr = WqInitAttr.builder()
                .wqTypeCode(arguments.integer(StepField.WQ_TYPE))
                .maxWr(arguments.number(StepField.MAX_WR))
                .maxSge(arguments.number(StepField.MAX_SGE));
        device.find(step, StepField.PD, ProtectionDomain.class).ifPresent(attr::pd);
        device.find(step, StepField.CQ, CompletionQueue.class).ifPresent(attr::cq);
        arguments.ifPresent(StepField.WQ_CREATE_FLAGS, mask -> attr.createFlags(Flags.ofMask(WqFlag.class, mask)));
        arguments.ifPresent(StepField.COMP_MASK, mask -> attr.compMask(Flags.ofMask(WqInitAttr.Mask.class, mask)));
        WorkQueue wq = device.context().createWq(attr.build());
        return device.made(step, wq).with(wq.grantedCap()).with("state", wq.state());
    }

    /** Modifies a work queue. The answer contains the state, even if the call is refused. */
    static StepAnswer modify(WalkDevice device, Step step) {
        StepArguments arguments = step.arguments();
        WorkQueue wq = device.object(step, StepField.WQ, WorkQueue.class);
        WqAttr attr = WqAttr.builder()
                .wqStateCode(arguments.integer(StepField.WQ_STATE))
                .currWqStateCode(arguments.integer(StepField.CURR_WQ_STATE))
                .flags(Flags.ofMask(WqFlag.class, arguments.number(StepField.WQ_FLAGS)))
                .flagsMask(Flags.ofMask(WqFlag.class, arguments.number(StepField.WQ_FLAGS_MASK)))
                .attrMask(Flags.ofMask(WqAttr.Mask.class, arguments.number(StepField.WQ_ATTR_MASK)))
                .build();
        try {
            wq.modify(attr);
        } catch (VerbsException e) {
            return wq.isClosed() ? StepAnswer.refused(e) : StepAnswer.refused(e).with("state", wq.state());
        }
        return StepAnswer.ok().with("state", wq.state());
    }

    static StepAnswer createTable(WalkDevice device, Step step) {
        RwqIndTableAttr attr = new RwqIndTableAttr(
                device.list(step, StepField.IND_TBL, WorkQueue.class),
                step.arguments().number(StepField.COMP_MASK));
        return device.made(step, device.context().createRwqIndTable(attr));
    }
}
