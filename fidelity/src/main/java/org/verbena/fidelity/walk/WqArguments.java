// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.WorkQueue;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqState;

/** Builds arguments for calls on work queues and indirection tables. */
final class WqArguments {
    private static final int AFFORDABLE = 2048;
    private static final int LARGEST_TABLE = 4;

    private WqArguments() {}

    static void create(StepBuilder builder) {
        StepValues values = builder.values();
        if (!values.wildly(20)) {
            builder.pick(StepField.PD);
        }
        if (!values.wildly(20)) {
            builder.pick(StepField.CQ);
        }
        builder.set(StepField.MAX_WR, values.costly(builder.bounds().device().maxQpWr(), AFFORDABLE))
                .set(StepField.MAX_SGE, values.number(builder.bounds().device().maxSge()));
        if (values.wildly(15)) {
            builder.set(StepField.WQ_TYPE, values.below(4));
        }
        if (values.wildly(4)) {
            builder.set(StepField.WQ_CREATE_FLAGS, values.mask(WqFlag.values(), 3));
        }
        if (values.wildly(25)) {
            builder.set(StepField.COMP_MASK, 1L << values.below(4));
        }
    }

    static void modify(StepBuilder builder) {
        builder.pick(StepField.WQ);
        builder.named(StepField.WQ, WorkQueue.class).ifPresent(wq -> modify(builder, wq));
    }

    private static void modify(StepBuilder builder, WorkQueue wq) {
        StepValues values = builder.values();
        WqState next = wq.state() == WqState.RESET ? WqState.RDY : values.oneOf(List.of(WqState.values()));
        long mask = WqAttr.Mask.STATE.mask() | (values.oneIn(3) ? WqAttr.Mask.CURR_STATE.mask() : 0);
        builder.set(StepField.WQ_ATTR_MASK, values.wildly(3) ? values.mask(WqAttr.Mask.values(), 2) : mask)
                .set(StepField.WQ_STATE, values.wildly(3) ? values.below(5) : next.value())
                .set(
                        StepField.CURR_WQ_STATE,
                        values.wildly(5) ? values.below(4) : wq.state().value());
        if (values.wildly(3)) {
            builder.set(StepField.WQ_FLAGS, values.mask(WqFlag.values(), 4))
                    .set(StepField.WQ_FLAGS_MASK, values.mask(WqFlag.values(), 3));
        }
    }

    static void createTable(StepBuilder builder) {
        StepValues values = builder.values();
        builder.pickSeveral(StepField.IND_TBL, 1 << values.below(LARGEST_TABLE));
        if (values.wildly(10)) {
            builder.set(StepField.COMP_MASK, 1L << values.below(32));
        }
    }
}
