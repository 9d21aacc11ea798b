package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.MwType;
import org.verbena.attr.SendFlag;

/** Drafts arguments for calls that create and change the objects of work requests. */
final class TrafficArguments {
    private static final AccessFlag[] RIGHTS = {
        AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC
    };

    private TrafficArguments() {}

    static void nothing(StepBuilder draft) {
        // The call has no arguments.
    }

    /**
     * Drafts a registration: of the complete memory with all rights at first, later sometimes of parts or with fewer
     * rights.
     */
    static void region(StepBuilder draft) {
        StepValues dice = draft.dice();
        if (draft.side().open(Kind.MR).isEmpty() || dice.oneIn(3) || !SendArguments.mayAsk(draft)) {
            return;
        }
        if (dice.oneIn(2)) {
            int offset = dice.below(Traffic.BYTES);
            draft.set(StepField.OFFSET, offset).set(StepField.LENGTH, dice.below(Traffic.BYTES - offset));
        }
        if (dice.oneIn(2)) {
            long rights = dice.mask(RIGHTS, 2);
            boolean needsWrite = (rights & (AccessFlag.REMOTE_WRITE.mask() | AccessFlag.REMOTE_ATOMIC.mask())) != 0;
            draft.set(
                    StepField.ACCESS,
                    rights
                            | (needsWrite ? AccessFlag.LOCAL_WRITE.mask() : 0)
                            | (dice.oneIn(2) ? AccessFlag.MW_BIND.mask() : 0));
        }
        if (dice.wildly(8)) {
            draft.set(StepField.OTHER_PD, 1);
        }
    }

    static void window(StepBuilder draft) {
        draft.set(
                StepField.MW_TYPE,
                draft.dice()
                        .oneOf(List.of(MwType.TYPE_1, MwType.TYPE_2, MwType.TYPE_2))
                        .value());
        if (draft.dice().wildly(10)) {
            draft.set(StepField.OTHER_PD, 1);
        }
    }

    static void sharedReceives(StepBuilder draft) {
        if (draft.dice().oneIn(2)) {
            draft.set(StepField.SRQ_LIMIT, 1 + draft.dice().below(4));
        }
    }

    static void bind(StepBuilder draft) {
        PairArguments.end(draft);
        draft.pick(StepField.MW).set(StepField.SEND_FLAGS, SendFlag.SIGNALED.mask());
        opened(draft);
    }

    /** Drafts the part of a region that a window opens. */
    static void opened(StepBuilder draft) {
        StepValues dice = draft.dice();
        draft.pick(StepField.SGE_1);
        int offset = dice.below(Traffic.BYTES / 2);
        draft.set(StepField.OFFSET_1, offset)
                .set(StepField.LENGTH_1, dice.wildly(6) ? 0 : 1 + dice.below(Traffic.BYTES - offset))
                .set(
                        StepField.MW_ACCESS,
                        dice.mask(
                                new AccessFlag[] {
                                    AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC
                                },
                                dice.isTame() ? 1 : 2));
    }

    static void requestNotify(StepBuilder draft) {
        PairArguments.end(draft);
        draft.set(StepField.SOLICITED_ONLY, draft.dice().below(2));
    }

    static void anyRegion(StepBuilder draft) {
        draft.pick(StepField.MR);
    }

    static void anyWindow(StepBuilder draft) {
        draft.pick(StepField.MW);
    }
}
