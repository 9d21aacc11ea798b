// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.report;

import com.grack.nanojson.JsonStringWriter;
import com.grack.nanojson.JsonWriter;
import java.util.Map;
import java.util.TreeMap;
import org.verbena.bench.report.Judge.GoalVerdict;
import org.verbena.bench.report.RowResult.Side;
import org.verbena.bench.report.RowResult.Spread;

/** Writes all numbers for programs. Times are in nanoseconds per operation; missing measurements are left out. */
public final class JsonReport {
    private static final Map<String, Double> PERCENTILES =
            new TreeMap<>(Map.of("min_ns", 0.0, "p50_ns", 50.0, "p99_ns", 99.0, "p99_9_ns", 99.9));

    private final JsonStringWriter json = JsonWriter.indent("  ").string();

    private JsonReport() {}

    /** Returns the JSON document. */
    public static String of(Report report) {
        return new JsonReport().document(report);
    }

    private String document(Report report) {
        Machine machine = report.machine();
        json.object()
                .value("date", machine.date())
                .object("machine")
                .value("processor", machine.processor())
                .value("kernel", machine.kernel())
                .value("jdk", machine.jdk())
                .value("libibverbs", machine.libibverbs())
                .end()
                .array("rows");
        report.rows().forEach(this::row);
        json.end().array("plots");
        report.plots().stream().filter(PlotResult::isPossible).forEach(this::plot);
        return json.end().end().done() + "\n";
    }

    private void plot(PlotResult result) {
        json.object()
                .value("id", result.plot().id())
                .value("title", result.plot().title())
                .value("command", "./verbena-bench --plot " + result.plot().id())
                .value("across", result.plot().across())
                .value("up", result.plot().up())
                .array("lines");
        for (PlotResult.Line line : result.lines()) {
            json.object().value("name", line.name()).array("points");
            line.points().stream().filter(at -> at.result().isComplete()).forEach(this::point);
            json.end().end();
        }
        json.end().end();
    }

    private void point(PlotResult.At at) {
        json.object();
        number("x", at.x());
        number("mean_ns", at.result().subject().mean());
        number("c_mean_ns", at.result().yardstick().mean());
        number("ratio", at.result().ratio().median());
        json.end();
    }

    private void row(RowResult result) {
        GoalVerdict verdict = Judge.judge(result);
        json.object()
                .value("id", result.row().id())
                .value("environment", result.row().environment().toString())
                .value("title", result.row().title())
                .value("command", Report.command(result))
                .value("goal", new RowText(result).goal())
                .value("verdict", verdict.state().name())
                .value("verdict_text", verdict.text())
                .value("broken", Judge.isBroken(result))
                .value("rounds", result.rounds());
        side("java", result.subject());
        if (result.row().yardstick() != null) {
            json.object("beside").value("name", result.row().yardstickName());
            numbers(result.yardstick());
            json.end();
            spread("ratio", result.ratio());
            spread("difference_ns", result.difference());
        }
        if (!result.failure().isEmpty()) {
            json.value("failure", result.failure());
        }
        json.end();
    }

    private void side(String name, Side side) {
        json.object(name);
        numbers(side);
        json.end();
    }

    private void numbers(Side side) {
        number("mean_ns", side.mean());
        PERCENTILES.forEach((name, percent) -> number(name, side.percentile(percent)));
        number(Measured.ALLOCATED, side.metric(Measured.ALLOCATED));
    }

    private void spread(String name, Spread spread) {
        json.object(name);
        number("low", spread.low());
        number("median", spread.median());
        number("high", spread.high());
        json.end();
    }

    private void number(String name, double value) {
        if (Double.isFinite(value)) {
            json.value(name, value);
        }
    }
}
