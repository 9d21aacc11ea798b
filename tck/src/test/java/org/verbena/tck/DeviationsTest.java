// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviationsTest {
    @Test
    void readsLinesAndSkipsComments() {
        Deviations deviations = Deviations.parse("""
                # id | reason | source
                QPC-09-SEND | stops at 8192 | libmlx5: mlx5_calc_sq_size

                QPC-16[UC] | takes the SRQ | rxe_qp_chk_init
                """);

        assertThat(deviations.ids()).containsExactlyInAnyOrder("QPC-09-SEND", "QPC-16[UC]");
        assertThat(deviations.of("QPC-16[UC]"))
                .contains(new Deviation("QPC-16[UC]", "takes the SRQ", "rxe_qp_chk_init"));
        assertThat(deviations.of("QPC-01")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"QPC-01", "QPC-01 | reason", "QPC-01 | reason |", "| reason | source", "a | b | c | d"})
    void refusesIncompleteLines(String line) {
        assertThatIllegalArgumentException().isThrownBy(() -> Deviations.parse(line));
    }

    @Test
    void refusesTheSameBehaviourTwice() {
        Deviation deviation = new Deviation("QPC-01", "reason", "source");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Deviations.of(List.of(deviation, deviation)))
                .withMessageContaining("QPC-01");
    }

    @Test
    void refusesMissingResource() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Deviations.resource(DeviationsTest.class, "nowhere.txt"))
                .withMessageContaining("nowhere.txt");
    }
}
