// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.Flags;

/**
 * Checks which calls of each driver may delay the garbage collector. A call that enters the kernel or waits for a lock
 * must not, because the whole JVM would wait for the call.
 */
class BriefCallsTest {
    @ParameterizedTest
    @CsvSource({
        "mlx5, true, true, true, true",
        "mlx4, true, true, true, true",
        "bnxt_re, true, true, true, false",
        "efa, true, true, false, false",
        "rxe, false, true, true, false",
        "siw, false, true, true, false",
        "hns, false, false, false, false",
        "irdma, false, false, false, false"
    })
    void driversAnswerBriefly(String driver, boolean sends, boolean receives, boolean polls, boolean singleThreaded) {
        BriefCalls brief = new BriefCalls(Optional.of(driver));

        assertThat(brief.sends()).isEqualTo(sends);
        assertThat(brief.receives()).isEqualTo(receives);
        assertThat(brief.polls()).isEqualTo(polls);
        assertThat(brief.cqFlags())
                .isEqualTo(singleThreaded ? Flags.of(CqCreateFlag.SINGLE_THREADED) : Flags.none(CqCreateFlag.class));
    }

    @Test
    void aDriverWithoutNameHasNoBriefCalls() {
        BriefCalls brief = new BriefCalls(Optional.empty());

        assertThat(brief.sends() || brief.receives() || brief.polls()).isFalse();
        assertThat(brief.cqFlags()).isEqualTo(Flags.none(CqCreateFlag.class));
    }
}
