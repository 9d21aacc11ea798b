// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.WcFlag;

/** Builds arguments for calls on completion channels and queues. */
final class CqArguments {
    private static final int AFFORDABLE = 4096;
    private static final int UINT16_MAX = 0xFFFF;
    /** A limit that only libmlx5 has. */
    private static final int LIMIT_OF_RESIZE = 1 << 24;

    private CqArguments() {}

    static void create(StepBuilder builder) {
        StepValues values = builder.values();
        builder.set(StepField.CQE, cqe(builder));
        if (values.oneIn(3)) {
            builder.pick(StepField.CHANNEL);
        }
        if (values.oneIn(4)) {
            builder.set(StepField.COMP_VECTOR, values.below(builder.bounds().numCompVectors()));
        }
        if (values.wildly(10)) {
            builder.set(StepField.COMP_VECTOR, values.number(builder.bounds().numCompVectors()));
        }
    }

    private static long cqe(StepBuilder builder) {
        long cqe = builder.values().costly(builder.bounds().device().maxCqe(), AFFORDABLE);
        return builder.values().isTame() ? Math.max(cqe, 1) : cqe;
    }

    static void createEx(StepBuilder builder) {
        StepValues values = builder.values();
        create(builder);
        if (!values.oneIn(4)) {
            builder.set(StepField.WC_FLAGS, values.mask(WcFlag.values(), 6));
        }
        if (values.oneIn(4)) {
            builder.set(StepField.FLAGS, values.mask(CqCreateFlag.values(), 3));
        }
        if (values.wildly(20)) {
            builder.set(StepField.COMP_MASK, 1L << values.below(32));
        }
    }

    static void resize(StepBuilder builder) {
        long cqe = cqe(builder);
        builder.pick(StepField.CQ).set(StepField.CQE, cqe & Integer.MAX_VALUE);
        if (builder.values().wildly(200)) {
            builder.set(StepField.CQE, LIMIT_OF_RESIZE - 1 + builder.values().below(3));
        }
    }

    static void moderate(StepBuilder builder) {
        StepValues values = builder.values();
        List<Integer> choices = List.of(0, 1, 16, 0xFFF, 0x1000, UINT16_MAX, values.below(UINT16_MAX));
        builder.pick(StepField.CQ)
                .set(StepField.CQ_COUNT, values.oneOf(choices))
                .set(StepField.CQ_PERIOD, values.oneOf(choices));
    }
}
