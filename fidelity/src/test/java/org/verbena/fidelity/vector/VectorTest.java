package org.verbena.fidelity.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every model answers as the driver that it stands for once answered. */
class VectorTest {
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
    void agreesWithEveryRecordedAnswer(String file, int lines) {
        List<VectorLine> recorded = RecordedVectors.read(file);

        Replay replay = Replay.of(recorded, ModelRespondents.with(RecordedVectors.configs())::of);

        assertThat(recorded).hasSize(lines);
        assertThat(replay.differences()).isEmpty();
        assertThat(replay.notAsked()).isEmpty();
        assertThat(replay.agree()).isEqualTo(lines);
    }
}
