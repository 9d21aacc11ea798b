// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultLineTest {
    @TempDir
    Path directory;

    // Captures the output, so that the build log does not show these lines as results.
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream stdout = System.out;
    private final OutcomeTally tally = new OutcomeTally();
    private final ResultLine result = new ResultLine("mlx5", "ffm", "mlx5_0");

    @BeforeEach
    void writeHere() {
        System.setProperty(ResultLine.DIRECTORY_PROPERTY, directory.toString());
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void writeThere() {
        System.clearProperty(ResultLine.DIRECTORY_PROPERTY);
        System.setOut(stdout);
    }

    @Test
    void writesAndPrintsOneLine() throws Exception {
        tally.ran(showing("CQ-01", false));
        tally.ran(showing("CQ-02", false));
        tally.deviated();
        tally.wasNotApplicable();

        result.write(tally);

        String line = "environment mlx5 ffm mlx5_0: 2 behaviours run (2 control path, 0 data path), "
                + "1 declared deviations, 1 not applicable, 0 failed, 0 work requests accounted for";
        assertThat(directory.resolve("mlx5-ffm-mlx5_0.txt")).hasContent(line);
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines(line);
    }

    @Test
    void listsTheBehavioursOfTheDataPath() throws Exception {
        tally.ran(showing("CQ-01", false));
        tally.ran(showing("RC-01", true));
        tally.ran(showing("UD-01", true));

        result.write(tally);

        assertThat(directory.resolve("mlx5-ffm-mlx5_0.txt")).content().contains("(1 control path, 2 data path)");
        assertThat(directory.resolve("mlx5-ffm-mlx5_0.data-path"))
                .hasContent("data path of mlx5 ffm mlx5_0: RC-01 UD-01");
    }

    private static RunnableBehaviour showing(String id, boolean movesData) {
        return new RunnableBehaviour(id, "something", List.of(), false, movesData, fixture -> {});
    }

    @Test
    void failsWhereNothingWasRun() {
        tally.wasNotApplicable();

        assertThatThrownBy(() -> result.write(tally)).hasMessage("No behaviour was run");
    }
}
