// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.MwType;
import org.verbena.attr.SendFlag;

/** Builds arguments for calls that create and change the objects of work requests. */
final class TrafficArguments {
    private static final AccessFlag[] RIGHTS = {
        AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC
    };

    private TrafficArguments() {}

    static void nothing(StepBuilder builder) {
        // The call has no arguments.
    }

    /**
     * Builds a registration: of the complete memory with all rights at first, later sometimes of parts or with fewer
     * rights.
     */
    static void region(StepBuilder builder) {
        StepValues values = builder.values();
        if (builder.device().open(Kind.MR).isEmpty() || values.oneIn(3) || !SendArguments.mayAsk(builder)) {
            return;
        }
        if (values.oneIn(2)) {
            int offset = values.below(Traffic.BYTES);
            builder.set(StepField.OFFSET, offset).set(StepField.LENGTH, values.below(Traffic.BYTES - offset));
        }
        if (values.oneIn(2)) {
            long rights = values.mask(RIGHTS, 2);
            boolean needsWrite = (rights & (AccessFlag.REMOTE_WRITE.mask() | AccessFlag.REMOTE_ATOMIC.mask())) != 0;
            builder.set(
                    StepField.ACCESS,
                    rights
                            | (needsWrite ? AccessFlag.LOCAL_WRITE.mask() : 0)
                            | (values.oneIn(2) ? AccessFlag.MW_BIND.mask() : 0));
        }
        if (values.wildly(8)) {
            builder.set(StepField.OTHER_PD, 1);
        }
    }

    static void window(StepBuilder builder) {
        builder.set(
                StepField.MW_TYPE,
                builder.values()
                        .oneOf(List.of(MwType.TYPE_1, MwType.TYPE_2, MwType.TYPE_2))
                        .value());
        if (builder.values().wildly(10)) {
            builder.set(StepField.OTHER_PD, 1);
        }
    }

    static void sharedReceives(StepBuilder builder) {
        if (builder.values().oneIn(2)) {
            builder.set(StepField.SRQ_LIMIT, 1 + builder.values().below(4));
        }
    }

    static void bind(StepBuilder builder) {
        PairArguments.end(builder);
        builder.pick(StepField.MW).set(StepField.SEND_FLAGS, SendFlag.SIGNALED.mask());
        opened(builder);
    }

    /** Sets the part of a region that a window opens. */
    static void opened(StepBuilder builder) {
        StepValues values = builder.values();
        builder.pick(StepField.SGE_1);
        int offset = values.below(Traffic.BYTES / 2);
        builder.set(StepField.OFFSET_1, offset)
                .set(StepField.LENGTH_1, values.wildly(6) ? 0 : 1 + values.below(Traffic.BYTES - offset))
                .set(
                        StepField.MW_ACCESS,
                        values.mask(
                                new AccessFlag[] {
                                    AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC
                                },
                                values.isTame() ? 1 : 2));
    }

    static void requestNotify(StepBuilder builder) {
        PairArguments.end(builder);
        builder.set(StepField.SOLICITED_ONLY, builder.values().below(2));
    }

    static void anyRegion(StepBuilder builder) {
        builder.pick(StepField.MR);
    }

    static void anyWindow(StepBuilder builder) {
        builder.pick(StepField.MW);
    }
}
