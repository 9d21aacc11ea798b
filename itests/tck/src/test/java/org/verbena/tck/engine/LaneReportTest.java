package org.verbena.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaneReportTest {
    @TempDir
    Path directory;

    private final Tally tally = new Tally();
    private final LaneReport report = new LaneReport("mlx5", "ffm", "mlx5_0", tally);

    @BeforeEach
    void writeHere() {
        System.setProperty(LaneReport.DIRECTORY_PROPERTY, directory.toString());
    }

    @AfterEach
    void writeThere() {
        System.clearProperty(LaneReport.DIRECTORY_PROPERTY);
    }

    @Test
    void writesOneLine() throws Exception {
        tally.ran();
        tally.ran();
        tally.deviated();
        tally.wasNotApplicable();

        report.write();

        assertThat(directory.resolve("mlx5-ffm-mlx5_0.txt"))
                .hasContent(
                        "lane mlx5 ffm mlx5_0: 2 behaviours run, 1 declared deviations, 1 not applicable, 0 failed");
    }

    @Test
    void failsWhereNothingWasRun() {
        tally.wasNotApplicable();

        assertThatThrownBy(report::write).hasMessage("No behaviour was run");
    }
}
