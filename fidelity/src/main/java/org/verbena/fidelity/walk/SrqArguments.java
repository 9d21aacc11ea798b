// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;

/** Builds arguments for calls on shared receive queues. */
final class SrqArguments {
    private static final int AFFORDABLE = 4096;
    private static final int TAGS = 64;

    private SrqArguments() {}

    static void create(StepBuilder builder) {
        builder.pick(StepField.PD);
        sizes(builder);
    }

    private static void sizes(StepBuilder builder) {
        StepValues values = builder.values();
        long maxWr = values.costly(builder.bounds().device().maxSrqWr(), AFFORDABLE);
        builder.set(StepField.MAX_WR, values.isTame() ? Math.max(maxWr, 1) : maxWr)
                .set(StepField.MAX_SGE, values.number(builder.bounds().device().maxSrqSge()));
        if (values.wildly(5)) {
            builder.set(StepField.SRQ_LIMIT, values.number(maxWr));
        }
    }

    static void createEx(StepBuilder builder) {
        StepValues values = builder.values();
        create(builder);
        SrqType type = values.oneOf(List.of(SrqType.BASIC, SrqType.XRC, SrqType.XRC, SrqType.TM));
        if (type != SrqType.BASIC || values.oneIn(2)) {
            builder.set(StepField.SRQ_TYPE, values.wildly(20) ? values.below(10) : type.value());
        }
        if (values.mostly(type == SrqType.XRC, 6)) {
            builder.pick(StepField.XRCD);
        }
        if (values.mostly(type != SrqType.BASIC, 6)) {
            builder.pick(StepField.CQ);
        }
        if (values.mostly(type == SrqType.TM, 6)) {
            builder.set(StepField.MAX_NUM_TAGS, values.number(TAGS)).set(StepField.MAX_OPS, values.number(TAGS));
        }
        if (values.wildly(25)) {
            builder.set(StepField.COMP_MASK, 1L << values.below(32) | 2);
        }
    }

    static void modify(StepBuilder builder) {
        StepValues values = builder.values();
        builder.pick(StepField.SRQ)
                .set(StepField.SRQ_ATTR_MASK, values.mask(SrqAttr.Mask.values(), 2))
                .set(StepField.MAX_WR, values.costly(builder.bounds().device().maxSrqWr(), AFFORDABLE))
                .set(StepField.SRQ_LIMIT, values.number(64));
    }

    static void any(StepBuilder builder) {
        builder.pick(StepField.SRQ);
    }
}
