package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;

/** Drafts arguments for calls on shared receive queues. */
final class SrqDrafts {
    private static final int AFFORDABLE = 4096;
    private static final int TAGS = 64;

    private SrqDrafts() {}

    static void create(Draft draft) {
        draft.pick(Field.PD);
        sizes(draft);
    }

    private static void sizes(Draft draft) {
        Dice dice = draft.dice();
        long maxWr = dice.costly(draft.bounds().device().maxSrqWr(), AFFORDABLE);
        draft.set(Field.MAX_WR, dice.isTame() ? Math.max(maxWr, 1) : maxWr)
                .set(Field.MAX_SGE, dice.number(draft.bounds().device().maxSrqSge()));
        if (dice.wildly(5)) {
            draft.set(Field.SRQ_LIMIT, dice.number(maxWr));
        }
    }

    static void createEx(Draft draft) {
        Dice dice = draft.dice();
        create(draft);
        SrqType type = dice.oneOf(List.of(SrqType.BASIC, SrqType.XRC, SrqType.XRC, SrqType.TM));
        if (type != SrqType.BASIC || dice.oneIn(2)) {
            draft.set(Field.SRQ_TYPE, dice.wildly(20) ? dice.below(10) : type.value());
        }
        if (dice.mostly(type == SrqType.XRC, 6)) {
            draft.pick(Field.XRCD);
        }
        if (dice.mostly(type != SrqType.BASIC, 6)) {
            draft.pick(Field.CQ);
        }
        if (dice.mostly(type == SrqType.TM, 6)) {
            draft.set(Field.MAX_NUM_TAGS, dice.number(TAGS)).set(Field.MAX_OPS, dice.number(TAGS));
        }
        if (dice.wildly(25)) {
            draft.set(Field.COMP_MASK, 1L << dice.below(32) | 2);
        }
    }

    static void modify(Draft draft) {
        Dice dice = draft.dice();
        draft.pick(Field.SRQ)
                .set(Field.SRQ_ATTR_MASK, dice.mask(SrqAttr.Mask.values(), 2))
                .set(Field.MAX_WR, dice.costly(draft.bounds().device().maxSrqWr(), AFFORDABLE))
                .set(Field.SRQ_LIMIT, dice.number(64));
    }

    static void any(Draft draft) {
        draft.pick(Field.SRQ);
    }
}
