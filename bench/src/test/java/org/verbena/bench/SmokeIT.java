// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.grack.nanojson.JsonArray;
import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.verbena.bench.plan.Row;
import org.verbena.bench.plan.Rows;

/**
 * Measures each row of the table once and briefly. Each row must have times, but the times are not judged. Garbage fails
 * the test.
 */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class SmokeIT {
    private static final Path OUT = Path.of("target", "smoke");
    private static final boolean REQUIRED = "required".equals(System.getProperty("verbena.environments"));

    @TestFactory
    Stream<DynamicTest> rows() throws Exception {
        List<String> arguments = new ArrayList<>(List.of("--smoke", "--checkout", "..", "--out", OUT.toString()));
        if (REQUIRED) {
            arguments.add("--required");
        }
        int status = BenchCommand.commandLine().execute(arguments.toArray(String[]::new));
        Path reports = Files.createDirectories(Path.of("target", "environment"));
        Files.copy(OUT.resolve("results.txt"), reports.resolve("bench.ratios"), StandardCopyOption.REPLACE_EXISTING);
        JsonArray measured = JsonParser.object()
                .from(Files.readString(OUT.resolve("results.json")))
                .getArray("rows");
        return Stream.concat(
                Stream.of(dynamicTest("it ran", () -> assertThat(status).isZero())),
                Rows.all().stream().flatMap(row -> test(row, measured).stream()));
    }

    private static List<DynamicTest> test(Row row, JsonArray measured) {
        List<JsonObject> results = measured.stream()
                .map(JsonObject.class::cast)
                .filter(each -> each.getString("id").equals(row.id()))
                .toList();
        if (results.isEmpty() && !REQUIRED) {
            return List.of(); // The environment is missing a requirement, which the run has logged.
        }
        return List.of(dynamicTest(
                row.id(),
                () -> assertThat(results)
                        .singleElement()
                        .satisfies(result -> assertThat(result.getBoolean("broken"))
                                .as(result.getString("verdict_text") + "\n" + result.getString("failure"))
                                .isFalse())));
    }
}
