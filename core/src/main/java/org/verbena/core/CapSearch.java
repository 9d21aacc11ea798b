// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.List;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.verbena.Explanation;
import org.verbena.QpInitAttr;
import org.verbena.attr.CapMax;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCapField;
import org.verbena.error.InvalidRequestException;

/** Searches by bisection for the largest granted value of a capability, with a model or on a device. */
final class CapSearch {
    private static final long BEYOND_UINT32 = 1L << 32;

    private final QpCapField field;
    private final QpInitAttr base;
    private final boolean onDevice;
    private final Function<QpInitAttr, Explanation<QpCap>> probe;

    CapSearch(QpCapField field, QpInitAttr base, boolean onDevice, Function<QpInitAttr, Explanation<QpCap>> probe) {
        this.field = field;
        this.base = base;
        this.onDevice = onDevice;
        this.probe = probe;
    }

    /**
     * Returns the values to start from. Some drivers reject 0 (siw), others reject more than 0 (an XRC_SEND queue pair
     * that receives).
     */
    private List<Long> starts() {
        return LongStream.of(field.of(base.cap()), 0, 1).distinct().boxed().toList();
    }

    Explanation<CapMax> run() {
        for (long start : starts()) {
            if (explain(start) instanceof Explanation.Granted<QpCap> granted) {
                return new Explanation.Granted<>(upFrom(start, granted.grant()));
            }
        }
        return explain(field.of(base.cap())).map(cap -> found(field.of(base.cap()), cap));
    }

    private CapMax upFrom(long start, QpCap grantedAtStart) {
        CapMax largest = found(start, grantedAtStart);
        long refused = BEYOND_UINT32;
        while (refused - largest.requested() > 1) {
            long middle = (largest.requested() + refused) >>> 1;
            if (explain(middle) instanceof Explanation.Granted<QpCap> granted) {
                largest = found(middle, granted.grant());
            } else {
                refused = middle;
            }
        }
        return largest;
    }

    /** Checks a value. A value that a check rejects before the driver counts as rejected. */
    private Explanation<QpCap> explain(long value) {
        try {
            return probe.apply(
                    base.toBuilder().cap(field.set(base.cap(), value)).build());
        } catch (InvalidRequestException e) {
            return new Explanation.Refused<>(e.errno(), e.diagnosis());
        }
    }

    private CapMax found(long requested, QpCap granted) {
        return new CapMax(field, requested, granted, onDevice);
    }
}
