// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.verbena.attr.QpCreateFlag;

class RandomValuesTest {
    private static final long LIMIT = 32768;
    private static final long UINT32_MAX = 0xFFFF_FFFFL;

    @Test
    void numbersIncludeValidAndInvalidValues() {
        long[] numbers = LongStream.range(0, 10_000)
                .map(seed -> new RandomValues(seed).number(LIMIT))
                .toArray();

        assertThat(LongStream.of(numbers).boxed()).anyMatch(n -> n >= 0 && n <= 16);
        assertThat(LongStream.of(numbers).boxed()).anyMatch(n -> n > LIMIT && n <= UINT32_MAX);
        assertThat(LongStream.of(numbers).boxed()).anyMatch(n -> n > UINT32_MAX);
        assertThat(LongStream.of(numbers).boxed()).anyMatch(n -> n < 0);
        assertThat(LongStream.of(numbers).filter(n -> n > 256 && n <= LIMIT).count())
                .as("requests that cost memory are rare")
                .isLessThan(100);
    }

    @Test
    void equalSeedsGiveEqualValues() {
        assertThat(new RandomValues(7).flags(QpCreateFlag.class))
                .isEqualTo(new RandomValues(7).flags(QpCreateFlag.class));
    }
}
