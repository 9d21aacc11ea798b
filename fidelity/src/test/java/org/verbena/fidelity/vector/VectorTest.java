// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that every model answers like the recorded driver. */
class VectorTest {
    /** Each call has a separate test, so that mutation testing runs only the tests that use a changed rule. */
    @ParameterizedTest
    @CsvSource({
        "mlx5.jsonl, CREATE_QP_EX, 723",
        "mlx5.jsonl, CREATE_QP, 1386",
        "mlx5.jsonl, CREATE_WQ, 130",
        "mlx5.jsonl, CREATE_CQ_EX, 21",
        "mlx5.jsonl, CREATE_SRQ, 99",
        "mlx5.jsonl, CREATE_CQ, 54",
        "mlx5.jsonl, CREATE_SRQ_EX, 30",
        "mlx5.jsonl, RESIZE_CQ, 13",
        "mlx4.jsonl, CREATE_CQ_EX, 16",
        "mlx4.jsonl, CREATE_QP, 697",
        "mlx4.jsonl, CREATE_QP_EX, 146",
        "mlx4.jsonl, CREATE_CQ, 32",
        "mlx4.jsonl, CREATE_SRQ, 61",
        "mlx4.jsonl, CREATE_WQ, 66",
        "mlx4.jsonl, CREATE_SRQ_EX, 21",
        "mlx4.jsonl, RESIZE_CQ, 6",
        "rxe-6.12.jsonl, CREATE_QP, 350",
        "rxe-6.12.jsonl, CREATE_WQ, 62",
        "rxe-6.12.jsonl, RESIZE_CQ, 48",
        "rxe-6.12.jsonl, CREATE_QP_EX, 179",
        "rxe-6.12.jsonl, CREATE_SRQ, 56",
        "rxe-6.12.jsonl, CREATE_CQ, 30",
        "rxe-6.12.jsonl, MODIFY_SRQ, 49",
        "rxe-6.12-modify.jsonl, MODIFY_QP, 1077",
        "rxe-6.1.jsonl, CREATE_QP, 350",
        "rxe-6.1.jsonl, CREATE_QP_EX, 179",
        "rxe-6.1.jsonl, CREATE_SRQ, 56",
        "rxe-6.1.jsonl, MODIFY_SRQ, 49",
        "rxe-6.1.jsonl, RESIZE_CQ, 48",
        "rxe-6.1.jsonl, CREATE_CQ, 30",
        "rxe-6.1.jsonl, CREATE_WQ, 62",
        "irdma.jsonl, CREATE_QP, 587",
        "irdma.jsonl, CREATE_CQ, 54",
        "irdma.jsonl, CREATE_SRQ, 35",
        "irdma.jsonl, CREATE_CQ_EX, 14",
        "bnxt_re.jsonl, CREATE_QP, 463",
        "bnxt_re.jsonl, CREATE_SRQ, 64",
        "bnxt_re.jsonl, CREATE_QP_EX, 56",
        "bnxt_re.jsonl, CREATE_CQ, 40",
        "hns.jsonl, CREATE_QP, 764",
        "hns.jsonl, CREATE_QP_EX, 66",
        "hns.jsonl, CREATE_SRQ, 112",
        "hns.jsonl, CREATE_CQ, 36",
        "hns.jsonl, CREATE_CQ_EX, 10",
        "efa.jsonl, CREATE_QP_EX, 100",
        "efa.jsonl, CREATE_QP, 79",
        "efa.jsonl, CREATE_CQ_EX, 12",
        "efa.jsonl, CREATE_CQ, 38"
    })
    void agreesWithEveryRecordedAnswer(String file, Op op, int lines) {
        List<VectorLine> recorded = RecordedVectors.read(file).stream()
                .filter(line -> line.vector().request().op() == op)
                .toList();

        Replay replay = Replay.of(recorded, ModelTargets.with(RecordedVectors.configs())::of);

        assertThat(recorded).hasSize(lines);
        assertThat(replay.differences()).isEmpty();
        assertThat(replay.notAsked()).isEmpty();
        assertThat(replay.agree()).isEqualTo(lines);
    }

    @ParameterizedTest
    @CsvSource({
        "mlx5.jsonl, 2456",
        "mlx4.jsonl, 1045",
        "rxe-6.12.jsonl, 774",
        "rxe-6.12-modify.jsonl, 1077",
        "rxe-6.1.jsonl, 774",
        "irdma.jsonl, 690",
        "bnxt_re.jsonl, 623",
        "hns.jsonl, 988",
        "efa.jsonl, 229"
    })
    void noCallIsLeftOut(String file, int lines) {
        assertThat(RecordedVectors.read(file)).hasSize(lines);
    }
}
