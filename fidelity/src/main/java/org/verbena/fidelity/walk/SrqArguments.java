package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;

/** Drafts arguments for calls on shared receive queues. */
final class SrqArguments {
    private static final int AFFORDABLE = 4096;
    private static final int TAGS = 64;

    private SrqArguments() {}

    static void create(StepBuilder draft) {
        draft.pick(StepField.PD);
        sizes(draft);
    }

    private static void sizes(StepBuilder draft) {
        StepValues dice = draft.dice();
        long maxWr = dice.costly(draft.bounds().device().maxSrqWr(), AFFORDABLE);
        draft.set(StepField.MAX_WR, dice.isTame() ? Math.max(maxWr, 1) : maxWr)
                .set(StepField.MAX_SGE, dice.number(draft.bounds().device().maxSrqSge()));
        if (dice.wildly(5)) {
            draft.set(StepField.SRQ_LIMIT, dice.number(maxWr));
        }
    }

    static void createEx(StepBuilder draft) {
        StepValues dice = draft.dice();
        create(draft);
        SrqType type = dice.oneOf(List.of(SrqType.BASIC, SrqType.XRC, SrqType.XRC, SrqType.TM));
        if (type != SrqType.BASIC || dice.oneIn(2)) {
            draft.set(StepField.SRQ_TYPE, dice.wildly(20) ? dice.below(10) : type.value());
        }
        if (dice.mostly(type == SrqType.XRC, 6)) {
            draft.pick(StepField.XRCD);
        }
        if (dice.mostly(type != SrqType.BASIC, 6)) {
            draft.pick(StepField.CQ);
        }
        if (dice.mostly(type == SrqType.TM, 6)) {
            draft.set(StepField.MAX_NUM_TAGS, dice.number(TAGS)).set(StepField.MAX_OPS, dice.number(TAGS));
        }
        if (dice.wildly(25)) {
            draft.set(StepField.COMP_MASK, 1L << dice.below(32) | 2);
        }
    }

    static void modify(StepBuilder draft) {
        StepValues dice = draft.dice();
        draft.pick(StepField.SRQ)
                .set(StepField.SRQ_ATTR_MASK, dice.mask(SrqAttr.Mask.values(), 2))
                .set(StepField.MAX_WR, dice.costly(draft.bounds().device().maxSrqWr(), AFFORDABLE))
                .set(StepField.SRQ_LIMIT, dice.number(64));
    }

    static void any(StepBuilder draft) {
        draft.pick(StepField.SRQ);
    }
}
