// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.verbena.bench.plan.Plot;
import org.verbena.bench.plan.Row;
import org.verbena.bench.report.Measured.Perftest;
import org.verbena.bench.run.Results;

/** Reads the output of the measured processes. */
public final class ResultReader {
    private final Results results;

    /** Creates a reader of a directory. */
    public ResultReader(Results results) {
        this.results = results;
    }

    /** Returns whether a process of the row was run. */
    public boolean has(Row row) {
        return Files.isDirectory(results.of(row));
    }

    /** Reads all rounds of a row. */
    public RowResult read(Row row) throws IOException {
        List<RowResult.Round> rounds = new ArrayList<>();
        StringBuilder failure = new StringBuilder();
        for (int round = 0; isTried(results.subject(row, round)) || isTried(results.yardstick(row, round)); round++) {
            Measured subject = measured(results.subject(row, round), failure);
            Measured yardstick = row.yardstick() == null ? null : measured(results.yardstick(row, round), failure);
            rounds.add(new RowResult.Round(subject, yardstick));
        }
        return new RowResult(row, rounds, failure.toString());
    }

    /** Reads the available points of a plot. */
    public PlotResult read(Plot plot) throws IOException {
        List<PlotResult.Line> lines = new ArrayList<>();
        for (Plot.Line line : plot.lines()) {
            List<PlotResult.At> points = new ArrayList<>();
            for (Plot.Point point : line.points()) {
                points.add(new PlotResult.At(point.x(), read(point.row())));
            }
            lines.add(new PlotResult.Line(line.name(), points));
        }
        return new PlotResult(plot, lines);
    }

    private static boolean isTried(Path file) {
        return Files.exists(file) || Files.exists(Results.errors(file));
    }

    private static @Nullable Measured measured(Path file, StringBuilder failure) throws IOException {
        if (Files.exists(file)) {
            try {
                String text = Files.readString(file);
                return text.startsWith("{") ? Measured.parse(text) : Perftest.parse(text);
            } catch (IllegalArgumentException e) {
                failure.append(e.getMessage()).append('\n');
            }
        }
        if (Files.exists(Results.errors(file))) {
            failure.append(Files.readString(Results.errors(file)));
        }
        return null;
    }
}
