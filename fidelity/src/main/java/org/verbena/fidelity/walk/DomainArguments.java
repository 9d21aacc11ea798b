package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.AccessFlag;

/** Drafts arguments for calls on domains and on the device itself, and for the destroy call. */
final class DomainArguments {
    private static final int UINT8_MAX = 0xFF;
    private static final int UINT16_MAX = 0xFFFF;
    private static final int BAD_FD = 1_000_000;

    private DomainArguments() {}

    static void nothing(StepBuilder draft) {
        // The call has no arguments.
    }

    /**
     * Drafts a private domain in most cases. The only other file descriptor is one that is not open: an open file would
     * have to exist on both sides.
     */
    static void openXrcd(StepBuilder draft) {
        StepValues dice = draft.dice();
        draft.set(StepField.FD, dice.wildly(10) ? BAD_FD : -1).set(StepField.OFLAGS, XrcdInitAttr.O_CREAT);
        if (dice.wildly(10)) {
            draft.set(StepField.OFLAGS, dice.oneOf(List.of(0, XrcdInitAttr.O_EXCL)));
        }
    }

    static void createAh(StepBuilder draft) {
        draft.pick(StepField.PD);
        address(draft, StepField.AH_PORT_NUM);
    }

    /** Drafts an address vector, mostly the device's own address. */
    static void address(StepBuilder draft, StepField port) {
        StepValues dice = draft.dice();
        if (!dice.wildly(8)) {
            draft.set(StepField.DGID, (dice.wildly(8) ? GidWord.GROUP : GidWord.OWN).number())
                    .set(StepField.SGID_INDEX, dice.small(0, UINT8_MAX))
                    .set(StepField.HOP_LIMIT, dice.below(UINT8_MAX + 1));
            if (dice.oneIn(4)) {
                draft.set(StepField.TRAFFIC_CLASS, dice.below(UINT8_MAX + 1)).set(StepField.FLOW_LABEL, dice.below(1 << 20));
            }
        }
        if (dice.oneIn(5)) {
            draft.set(StepField.SL, dice.small(7, UINT8_MAX)).set(StepField.DLID, dice.below(UINT16_MAX + 1));
        }
        if (dice.oneIn(8)) {
            draft.set(StepField.SRC_PATH_BITS, dice.below(UINT8_MAX + 1)).set(StepField.STATIC_RATE, dice.small(18, UINT8_MAX));
        }
        draft.set(port, dice.wildly(6) ? dice.below(4) : 1);
    }

    static void regMr(StepBuilder draft) {
        StepValues dice = draft.dice();
        int length = dice.oneIn(3) ? dice.below(WalkDevice.BUFFER_BYTES / 2) : dice.below(100);
        draft.pick(StepField.PD)
                .set(StepField.OFFSET, dice.below(WalkDevice.BUFFER_BYTES / 2))
                .set(StepField.LENGTH, length)
                .set(StepField.ACCESS, AccessFlag.LOCAL_WRITE.mask() | dice.mask(remote(), 3));
        if (!dice.isTame()) {
            draft.set(StepField.ACCESS, dice.mask(AccessFlag.values(), 4));
        }
    }

    private static AccessFlag[] remote() {
        return new AccessFlag[] {AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC};
    }

    static void queryPort(StepBuilder draft) {
        draft.set(StepField.PORT_NUM, draft.dice().wildly(4) ? draft.dice().below(UINT8_MAX + 1) : 1);
    }

    static void queryPkey(StepBuilder draft) {
        queryPort(draft);
        draft.set(StepField.INDEX, draft.dice().number(draft.bounds().port().pkeyTblLen()) & Integer.MAX_VALUE);
    }

    static void queryGid(StepBuilder draft) {
        queryPort(draft);
        draft.set(StepField.INDEX, draft.dice().number(draft.bounds().port().gidTblLen()) & Integer.MAX_VALUE);
    }

    /** Drafts the destruction of any object, whether or not it is in use. */
    static void destroy(StepBuilder draft) {
        draft.pickAny(StepField.OBJECT);
    }
}
