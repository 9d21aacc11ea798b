// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import com.grack.nanojson.JsonParserException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.verbena.bench.plan.Goal;
import org.verbena.bench.plan.Work.CWork;
import org.verbena.bench.report.RowResult.Round;

class ReportTest {
    private static final Machine MACHINE = new Machine("CPU, 2 processors", "Linux 6", "JVM 25", "1.14", "2026-01-02");

    private final RowResult met = named(
            "fast",
            new Goal.Times(1.10),
            SampleRows.round(108, 100),
            SampleRows.round(104, 100),
            SampleRows.round(105, 100));
    private final RowResult missed = named("slow", new Goal.Times(1.10), SampleRows.round(165, 100));
    private final RowResult empty = new RowResult(
            SampleRows.row("dead", new Goal.Times(1.10), new CWork(List.of("x"))),
            List.of(),
            "why\nno device mlx5_0\n");
    private final Report report = new Report(MACHINE, List.of(met, missed, empty), List.of());

    private static RowResult named(String id, Goal goal, Round... rounds) {
        return new RowResult(SampleRows.row(id, goal, new CWork(List.of("x"))), List.of(rounds), "");
    }

    @Test
    void writesATableForADocument() {
        assertThat(report.toMarkdown())
                .startsWith("Measured on CPU, 2 processors; Linux 6; JVM 25; libibverbs 1.14; 2026-01-02.\n")
                .contains(
                        "| `fast` | some <work> | 105 ns | C 100 ns | 1.05 (1.04 to 1.08) | – | – | ≤ 1.10 × C | met |\n")
                .contains("| 1.65 | – | – | ≤ 1.10 × C | **missed by 50 %** |\n")
                .contains("| `dead` | some <work> | – | – | – | – | – | ≤ 1.10 × C | nothing was measured |\n");
    }

    @Test
    void alignsTheTableForATerminal() {
        List<String> lines = report.toText().lines().toList();

        assertThat(lines.get(0)).isEqualTo("Genuine libmlx5 over a faked kernel");
        int goal = lines.get(1).indexOf("goal");
        assertThat(lines.subList(2, 5))
                .allSatisfy(line -> assertThat(line.substring(goal)).startsWith("≤ 1.10"));
    }

    @Test
    void writesNumbersForPrograms() throws JsonParserException {
        JsonObject document = JsonParser.object().from(JsonReport.of(report));

        assertThat(document.getObject("machine").getString("jdk")).isEqualTo("JVM 25");
        JsonObject row = document.getArray("rows").getObject(0);
        assertThat(row.getString("id")).isEqualTo("fast");
        assertThat(row.getString("command")).isEqualTo("./verbena-bench --row fast");
        assertThat(row.getString("verdict")).isEqualTo("MET");
        assertThat(row.getObject("ratio").getDouble("median")).isEqualTo(1.05);
        assertThat(row.getObject("java").getDouble("mean_ns")).isEqualTo(105);
        assertThat(row.getObject("java")).doesNotContainKey("p50_ns");
        JsonObject dead = document.getArray("rows").getObject(2);
        assertThat(dead.getBoolean("broken")).isTrue();
        assertThat(dead.getString("failure")).contains("no device mlx5_0");
    }

    @Test
    void hasALineForALog() {
        assertThat(new RowText(met).line()).isEqualTo("bench fast: 1.05 (1.04 to 1.08) x C");
        assertThat(new RowText(empty).line()).isEqualTo("bench dead: nothing was measured: no device mlx5_0");
    }
}
