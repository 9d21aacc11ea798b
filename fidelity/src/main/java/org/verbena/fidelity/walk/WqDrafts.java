package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.WorkQueue;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqState;

/** Drafts arguments for calls on work queues and indirection tables. */
final class WqDrafts {
    private static final int AFFORDABLE = 2048;
    private static final int LARGEST_TABLE = 4;

    private WqDrafts() {}

    static void create(Draft draft) {
        Dice dice = draft.dice();
        if (!dice.wildly(20)) {
            draft.pick(Field.PD);
        }
        if (!dice.wildly(20)) {
            draft.pick(Field.CQ);
        }
        draft.set(Field.MAX_WR, dice.costly(draft.bounds().device().maxQpWr(), AFFORDABLE))
                .set(Field.MAX_SGE, dice.number(draft.bounds().device().maxSge()));
        if (dice.wildly(15)) {
            draft.set(Field.WQ_TYPE, dice.below(4));
        }
        if (dice.wildly(4)) {
            draft.set(Field.WQ_CREATE_FLAGS, dice.mask(WqFlag.values(), 3));
        }
        if (dice.wildly(25)) {
            draft.set(Field.COMP_MASK, 1L << dice.below(4));
        }
    }

    static void modify(Draft draft) {
        draft.pick(Field.WQ);
        draft.named(Field.WQ, WorkQueue.class).ifPresent(wq -> modify(draft, wq));
    }

    private static void modify(Draft draft, WorkQueue wq) {
        Dice dice = draft.dice();
        WqState next = wq.state() == WqState.RESET ? WqState.RDY : dice.oneOf(List.of(WqState.values()));
        long mask = WqAttr.Mask.STATE.mask() | (dice.oneIn(3) ? WqAttr.Mask.CURR_STATE.mask() : 0);
        draft.set(Field.WQ_ATTR_MASK, dice.wildly(3) ? dice.mask(WqAttr.Mask.values(), 2) : mask)
                .set(Field.WQ_STATE, dice.wildly(3) ? dice.below(5) : next.value())
                .set(
                        Field.CURR_WQ_STATE,
                        dice.wildly(5) ? dice.below(4) : wq.state().value());
        if (dice.wildly(3)) {
            draft.set(Field.WQ_FLAGS, dice.mask(WqFlag.values(), 4))
                    .set(Field.WQ_FLAGS_MASK, dice.mask(WqFlag.values(), 3));
        }
    }

    static void createTable(Draft draft) {
        Dice dice = draft.dice();
        draft.pickSeveral(Field.IND_TBL, 1 << dice.below(LARGEST_TABLE));
        if (dice.wildly(10)) {
            draft.set(Field.COMP_MASK, 1L << dice.below(32));
        }
    }
}
