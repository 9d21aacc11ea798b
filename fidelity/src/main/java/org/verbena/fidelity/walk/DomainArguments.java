// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.AccessFlag;

/** Builds arguments for calls on domains and on the device itself, and for the destroy call. */
final class DomainArguments {
    private static final int UINT8_MAX = 0xFF;
    private static final int UINT16_MAX = 0xFFFF;
    private static final int BAD_FD = 1_000_000;

    private DomainArguments() {}

    static void nothing(StepBuilder builder) {
        // The call has no arguments.
    }

    /**
     * Sets a private domain in most cases. The only other file descriptor is one that is not open: an open file would
     * have to exist on both devices.
     */
    static void openXrcd(StepBuilder builder) {
        StepValues values = builder.values();
        builder.set(StepField.FD, values.wildly(10) ? BAD_FD : -1).set(StepField.OFLAGS, XrcdInitAttr.O_CREAT);
        if (values.wildly(10)) {
            builder.set(StepField.OFLAGS, values.oneOf(List.of(0, XrcdInitAttr.O_EXCL)));
        }
    }

    static void createAh(StepBuilder builder) {
        builder.pick(StepField.PD);
        address(builder, StepField.AH_PORT_NUM);
    }

    /** Sets an address vector, mostly the device's own address. */
    static void address(StepBuilder builder, StepField port) {
        StepValues values = builder.values();
        if (!values.wildly(8)) {
            builder.set(StepField.DGID, (values.wildly(8) ? GidWord.GROUP : GidWord.OWN).number())
                    .set(StepField.SGID_INDEX, values.small(0, UINT8_MAX))
                    .set(StepField.HOP_LIMIT, values.below(UINT8_MAX + 1));
            if (values.oneIn(4)) {
                builder.set(StepField.TRAFFIC_CLASS, values.below(UINT8_MAX + 1))
                        .set(StepField.FLOW_LABEL, values.below(1 << 20));
            }
        }
        if (values.oneIn(5)) {
            builder.set(StepField.SL, values.small(7, UINT8_MAX)).set(StepField.DLID, values.below(UINT16_MAX + 1));
        }
        if (values.oneIn(8)) {
            builder.set(StepField.SRC_PATH_BITS, values.below(UINT8_MAX + 1))
                    .set(StepField.STATIC_RATE, values.small(18, UINT8_MAX));
        }
        builder.set(port, values.wildly(6) ? values.below(4) : 1);
    }

    static void regMr(StepBuilder builder) {
        StepValues values = builder.values();
        int length = values.oneIn(3) ? values.below(WalkDevice.BUFFER_BYTES / 2) : values.below(100);
        builder.pick(StepField.PD)
                .set(StepField.OFFSET, values.below(WalkDevice.BUFFER_BYTES / 2))
                .set(StepField.LENGTH, length)
                .set(StepField.ACCESS, AccessFlag.LOCAL_WRITE.mask() | values.mask(remote(), 3));
        if (!values.isTame()) {
            builder.set(StepField.ACCESS, values.mask(AccessFlag.values(), 4));
        }
    }

    private static AccessFlag[] remote() {
        return new AccessFlag[] {AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC};
    }

    static void queryPort(StepBuilder builder) {
        builder.set(
                StepField.PORT_NUM,
                builder.values().wildly(4) ? builder.values().below(UINT8_MAX + 1) : 1);
    }

    static void queryPkey(StepBuilder builder) {
        queryPort(builder);
        builder.set(
                StepField.INDEX, builder.values().number(builder.bounds().port().pkeyTblLen()) & Integer.MAX_VALUE);
    }

    static void queryGid(StepBuilder builder) {
        queryPort(builder);
        builder.set(
                StepField.INDEX, builder.values().number(builder.bounds().port().gidTblLen()) & Integer.MAX_VALUE);
    }

    /** Names any object to destroy, whether or not it is in use. */
    static void destroy(StepBuilder builder) {
        builder.pickAny(StepField.OBJECT);
    }
}
