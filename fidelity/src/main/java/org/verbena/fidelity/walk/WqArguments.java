package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.WorkQueue;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqState;

/** Drafts arguments for calls on work queues and indirection tables. */
final class WqArguments {
    private static final int AFFORDABLE = 2048;
    private static final int LARGEST_TABLE = 4;

    private WqArguments() {}

    static void create(StepBuilder draft) {
        StepValues dice = draft.dice();
        if (!dice.wildly(20)) {
            draft.pick(StepField.PD);
        }
        if (!dice.wildly(20)) {
            draft.pick(StepField.CQ);
        }
        draft.set(StepField.MAX_WR, dice.costly(draft.bounds().device().maxQpWr(), AFFORDABLE))
                .set(StepField.MAX_SGE, dice.number(draft.bounds().device().maxSge()));
        if (dice.wildly(15)) {
            draft.set(StepField.WQ_TYPE, dice.below(4));
        }
        if (dice.wildly(4)) {
            draft.set(StepField.WQ_CREATE_FLAGS, dice.mask(WqFlag.values(), 3));
        }
        if (dice.wildly(25)) {
            draft.set(StepField.COMP_MASK, 1L << dice.below(4));
        }
    }

    static void modify(StepBuilder draft) {
        draft.pick(StepField.WQ);
        draft.named(StepField.WQ, WorkQueue.class).ifPresent(wq -> modify(draft, wq));
    }

    private static void modify(StepBuilder draft, WorkQueue wq) {
        StepValues dice = draft.dice();
        WqState next = wq.state() == WqState.RESET ? WqState.RDY : dice.oneOf(List.of(WqState.values()));
        long mask = WqAttr.Mask.STATE.mask() | (dice.oneIn(3) ? WqAttr.Mask.CURR_STATE.mask() : 0);
        draft.set(StepField.WQ_ATTR_MASK, dice.wildly(3) ? dice.mask(WqAttr.Mask.values(), 2) : mask)
                .set(StepField.WQ_STATE, dice.wildly(3) ? dice.below(5) : next.value())
                .set(
                        StepField.CURR_WQ_STATE,
                        dice.wildly(5) ? dice.below(4) : wq.state().value());
        if (dice.wildly(3)) {
            draft.set(StepField.WQ_FLAGS, dice.mask(WqFlag.values(), 4))
                    .set(StepField.WQ_FLAGS_MASK, dice.mask(WqFlag.values(), 3));
        }
    }

    static void createTable(StepBuilder draft) {
        StepValues dice = draft.dice();
        draft.pickSeveral(StepField.IND_TBL, 1 << dice.below(LARGEST_TABLE));
        if (dice.wildly(10)) {
            draft.set(StepField.COMP_MASK, 1L << dice.below(32));
        }
    }
}
