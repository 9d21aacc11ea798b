package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.WcFlag;

/** Drafts arguments for calls on completion channels and queues. */
final class CqDrafts {
    private static final int AFFORDABLE = 4096;
    private static final int UINT16_MAX = 0xFFFF;
    /** A limit that only libmlx5 has. */
    private static final int LIMIT_OF_RESIZE = 1 << 24;

    private CqDrafts() {}

    static void create(Draft draft) {
        Dice dice = draft.dice();
        draft.set(Field.CQE, cqe(draft));
        if (dice.oneIn(3)) {
            draft.pick(Field.CHANNEL);
        }
        if (dice.oneIn(4)) {
            draft.set(Field.COMP_VECTOR, dice.below(draft.bounds().numCompVectors()));
        }
        if (dice.wildly(10)) {
            draft.set(Field.COMP_VECTOR, dice.number(draft.bounds().numCompVectors()));
        }
    }

    private static long cqe(Draft draft) {
        long cqe = draft.dice().costly(draft.bounds().device().maxCqe(), AFFORDABLE);
        return draft.dice().isTame() ? Math.max(cqe, 1) : cqe;
    }

    static void createEx(Draft draft) {
        Dice dice = draft.dice();
        create(draft);
        if (!dice.oneIn(4)) {
            draft.set(Field.WC_FLAGS, dice.mask(WcFlag.values(), 6));
        }
        if (dice.oneIn(4)) {
            draft.set(Field.FLAGS, dice.mask(CqCreateFlag.values(), 3));
        }
        if (dice.wildly(20)) {
            draft.set(Field.COMP_MASK, 1L << dice.below(32));
        }
    }

    static void resize(Draft draft) {
        long cqe = cqe(draft);
        draft.pick(Field.CQ).set(Field.CQE, cqe & Integer.MAX_VALUE);
        if (draft.dice().wildly(200)) {
            draft.set(Field.CQE, LIMIT_OF_RESIZE - 1 + draft.dice().below(3));
        }
    }

    static void moderate(Draft draft) {
        Dice dice = draft.dice();
        List<Integer> values = List.of(0, 1, 16, 0xFFF, 0x1000, UINT16_MAX, dice.below(UINT16_MAX));
        draft.pick(Field.CQ).set(Field.CQ_COUNT, dice.oneOf(values)).set(Field.CQ_PERIOD, dice.oneOf(values));
    }
}
