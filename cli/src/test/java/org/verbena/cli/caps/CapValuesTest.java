// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.caps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;

/** Checks the values that {@code verbena caps} requests by default. */
class CapValuesTest {
    private static final long REFUSED = -1;

    private static CapCurve curve(LongUnaryOperator driver) {
        return new CapCurve("driver", value -> {
            long granted = driver.applyAsLong(value);
            return granted == REFUSED
                    ? new CapAnswer(null, Errno.EINVAL, Diagnosis.UNKNOWN)
                    : new CapAnswer(granted, null, Diagnosis.UNKNOWN);
        });
    }

    private static CapCurve upTo(long limit, LongUnaryOperator rounding) {
        return curve(value -> value > limit ? REFUSED : rounding.applyAsLong(value));
    }

    @Test
    void endWithTheFirstValueRefusedByAllDrivers() {
        List<Long> values = CapValues.of(List.of(upTo(100, value -> value), upTo(23, value -> value)));

        assertThat(values)
                .containsExactly(
                        0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 15L, 16L, 17L, 23L, 24L, 31L, 32L, 33L, 63L, 64L, 65L,
                        100L, 101L);
    }

    @Test
    void showEveryStep() {
        List<Long> values = CapValues.of(List.of(upTo(1000, value -> value <= 37 ? 37 : value <= 300 ? 300 : 1000)));

        assertThat(values).contains(37L, 38L, 300L, 301L, 1000L, 1001L);
    }

    @Test
    void areFewOnALinearCurve() {
        List<Long> values = CapValues.of(List.of(upTo(1L << 20, value -> value)));

        assertThat(values).hasSizeLessThan(70).contains(1L << 20, (1L << 20) + 1);
    }

    @Test
    void showWhereARefusalOfSmallValuesEnds() {
        assertThat(CapValues.of(List.of(curve(value -> value < 50 ? REFUSED : value < 70 ? 70 : REFUSED))))
                .contains(0L, 49L, 50L, 69L, 70L)
                .doesNotContain(127L);
    }

    @Test
    void areFewWhereEverythingIsRefused() {
        assertThat(CapValues.of(List.of(curve(value -> REFUSED)))).containsExactly(0L, 1L);
    }

    @Test
    void reachTheEndOfTheFieldWhereNothingIsRefused() {
        assertThat(CapValues.of(List.of(curve(value -> 7)))).endsWith(0x8000_0001L, 0xFFFF_FFFFL);
    }

    @Test
    void includeAllNumbersOfAShortRange() {
        List<CapCurve> curves = List.of(curve(value -> value));

        assertThat(CapValues.between(10, 30, curves))
                .isEqualTo(LongStream.rangeClosed(10, 30).boxed().toList());
        assertThat(CapValues.between(10, 1000, curves))
                .startsWith(10L, 15L, 16L, 17L)
                .endsWith(513L, 1000L);
    }

    @Test
    void adjacentRefusalsAreMerged() {
        CapCurve curve = curve(value -> value == 3 || value > 5 ? REFUSED : value);

        assertThat(curve.refusals(List.of(1L, 3L, 4L, 6L, 8L)))
                .extracting(CapCurve.Refusals::from, CapCurve.Refusals::to)
                .containsExactly(tuple(3L, 3L), tuple(6L, 8L));
    }
}
