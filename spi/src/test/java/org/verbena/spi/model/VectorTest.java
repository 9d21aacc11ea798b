package org.verbena.spi.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONObject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every model answers as the driver that it stands for once answered. */
class VectorTest {
    private static final JSONObject CONFIGS = new JSONObject(read("configs.json"));

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
        List<String> disagreements = new ArrayList<>();
        List<JSONObject> recorded = read(file).lines().map(JSONObject::new).toList();
        for (JSONObject line : recorded) {
            List<String> differences = new VectorReplay(model(line)).differences(line);
            if (!differences.isEmpty()) {
                disagreements.add(differences + " for " + line);
            }
        }
        assertThat(disagreements).isEmpty();
        assertThat(recorded).hasSize(lines);
    }

    private static DriverModel model(JSONObject line) {
        DriverModel model = DriverModels.find(line.getString("driver")).orElseThrow();
        JSONObject numbers = CONFIGS.getJSONObject(line.getString("config")).getJSONObject("limits");
        Limits limits = model.limits();
        for (String name : numbers.keySet()) {
            // Some recorded numbers follow from others and are not the model's own.
            if (limits.names().contains(name)) {
                limits = limits.with(name, number(numbers.get(name)));
            }
        }
        return model.withLimits(limits);
    }

    /** Where a recorded number is a word, the model counts: a generation by its digits, a mode or a switch from 0. */
    private static long number(Object recorded) {
        if (recorded instanceof Number value) {
            return value.longValue();
        }
        String word = recorded.toString();
        return switch (word) {
            case "false", "static" -> 0;
            case "true", "variable" -> 1;
            default -> Long.parseLong(word.replaceAll("\\D", ""));
        };
    }

    private static String read(String file) {
        try (InputStream stream = VectorTest.class.getResourceAsStream("/vectors/" + file)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(file, e);
        }
    }
}
