package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.AccessFlag;

/** Drafts arguments for calls on domains and on the device itself, and for the destroy call. */
final class DomainDrafts {
    private static final int UINT8_MAX = 0xFF;
    private static final int UINT16_MAX = 0xFFFF;
    private static final int BAD_FD = 1_000_000;

    private DomainDrafts() {}

    static void nothing(Draft draft) {
        // The call has no arguments.
    }

    /**
     * Drafts a private domain in most cases. The only other file descriptor is one that is not open: an open file would
     * have to exist on both sides.
     */
    static void openXrcd(Draft draft) {
        Dice dice = draft.dice();
        draft.set(Field.FD, dice.wildly(10) ? BAD_FD : -1).set(Field.OFLAGS, XrcdInitAttr.O_CREAT);
        if (dice.wildly(10)) {
            draft.set(Field.OFLAGS, dice.oneOf(List.of(0, XrcdInitAttr.O_EXCL)));
        }
    }

    static void createAh(Draft draft) {
        draft.pick(Field.PD);
        address(draft, Field.AH_PORT_NUM);
    }

    /** Drafts an address vector, mostly the device's own address. */
    static void address(Draft draft, Field port) {
        Dice dice = draft.dice();
        if (!dice.wildly(8)) {
            draft.set(Field.DGID, (dice.wildly(8) ? GidWord.GROUP : GidWord.OWN).number())
                    .set(Field.SGID_INDEX, dice.small(0, UINT8_MAX))
                    .set(Field.HOP_LIMIT, dice.below(UINT8_MAX + 1));
            if (dice.oneIn(4)) {
                draft.set(Field.TRAFFIC_CLASS, dice.below(UINT8_MAX + 1)).set(Field.FLOW_LABEL, dice.below(1 << 20));
            }
        }
        if (dice.oneIn(5)) {
            draft.set(Field.SL, dice.small(7, UINT8_MAX)).set(Field.DLID, dice.below(UINT16_MAX + 1));
        }
        if (dice.oneIn(8)) {
            draft.set(Field.SRC_PATH_BITS, dice.below(UINT8_MAX + 1)).set(Field.STATIC_RATE, dice.small(18, UINT8_MAX));
        }
        draft.set(port, dice.wildly(6) ? dice.below(4) : 1);
    }

    static void regMr(Draft draft) {
        Dice dice = draft.dice();
        int length = dice.oneIn(3) ? dice.below(Side.BUFFER_BYTES / 2) : dice.below(100);
        draft.pick(Field.PD)
                .set(Field.OFFSET, dice.below(Side.BUFFER_BYTES / 2))
                .set(Field.LENGTH, length)
                .set(Field.ACCESS, AccessFlag.LOCAL_WRITE.mask() | dice.mask(remote(), 3));
        if (!dice.isTame()) {
            draft.set(Field.ACCESS, dice.mask(AccessFlag.values(), 4));
        }
    }

    private static AccessFlag[] remote() {
        return new AccessFlag[] {AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC};
    }

    static void queryPort(Draft draft) {
        draft.set(Field.PORT_NUM, draft.dice().wildly(4) ? draft.dice().below(UINT8_MAX + 1) : 1);
    }

    static void queryPkey(Draft draft) {
        queryPort(draft);
        draft.set(Field.INDEX, draft.dice().number(draft.bounds().port().pkeyTblLen()) & Integer.MAX_VALUE);
    }

    static void queryGid(Draft draft) {
        queryPort(draft);
        draft.set(Field.INDEX, draft.dice().number(draft.bounds().port().gidTblLen()) & Integer.MAX_VALUE);
    }

    /** Drafts the destruction of any object, whether or not it is in use. */
    static void destroy(Draft draft) {
        draft.pickAny(Field.OBJECT);
    }
}
