package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.WcFlag;

/** Drafts arguments for calls on completion channels and queues. */
final class CqArguments {
    private static final int AFFORDABLE = 4096;
    private static final int UINT16_MAX = 0xFFFF;
    /** A limit that only libmlx5 has. */
    private static final int LIMIT_OF_RESIZE = 1 << 24;

    private CqArguments() {}

    static void create(StepBuilder draft) {
        StepValues dice = draft.dice();
        draft.set(StepField.CQE, cqe(draft));
        if (dice.oneIn(3)) {
            draft.pick(StepField.CHANNEL);
        }
        if (dice.oneIn(4)) {
            draft.set(StepField.COMP_VECTOR, dice.below(draft.bounds().numCompVectors()));
        }
        if (dice.wildly(10)) {
            draft.set(StepField.COMP_VECTOR, dice.number(draft.bounds().numCompVectors()));
        }
    }

    private static long cqe(StepBuilder draft) {
        long cqe = draft.dice().costly(draft.bounds().device().maxCqe(), AFFORDABLE);
        return draft.dice().isTame() ? Math.max(cqe, 1) : cqe;
    }

    static void createEx(StepBuilder draft) {
        StepValues dice = draft.dice();
        create(draft);
        if (!dice.oneIn(4)) {
            draft.set(StepField.WC_FLAGS, dice.mask(WcFlag.values(), 6));
        }
        if (dice.oneIn(4)) {
            draft.set(StepField.FLAGS, dice.mask(CqCreateFlag.values(), 3));
        }
        if (dice.wildly(20)) {
            draft.set(StepField.COMP_MASK, 1L << dice.below(32));
        }
    }

    static void resize(StepBuilder draft) {
        long cqe = cqe(draft);
        draft.pick(StepField.CQ).set(StepField.CQE, cqe & Integer.MAX_VALUE);
        if (draft.dice().wildly(200)) {
            draft.set(StepField.CQE, LIMIT_OF_RESIZE - 1 + draft.dice().below(3));
        }
    }

    static void moderate(StepBuilder draft) {
        StepValues dice = draft.dice();
        List<Integer> values = List.of(0, 1, 16, 0xFFF, 0x1000, UINT16_MAX, dice.below(UINT16_MAX));
        draft.pick(StepField.CQ).set(StepField.CQ_COUNT, dice.oneOf(values)).set(StepField.CQ_PERIOD, dice.oneOf(values));
    }
}
