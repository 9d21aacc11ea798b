// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.bench.plan.Plot;
import org.verbena.bench.plan.Plots;
import org.verbena.bench.plan.Row;
import org.verbena.bench.plan.Row.Environment;
import org.verbena.bench.plan.Rows;
import org.verbena.bench.report.JsonReport;
import org.verbena.bench.report.Judge;
import org.verbena.bench.report.Machine;
import org.verbena.bench.report.PlotResult;
import org.verbena.bench.report.Report;
import org.verbena.bench.report.ReportPage;
import org.verbena.bench.report.ResultReader;
import org.verbena.bench.report.RowResult;
import org.verbena.bench.report.RowText;
import org.verbena.bench.run.BenchPrerequisites;
import org.verbena.bench.run.Checkout;
import org.verbena.bench.run.GuestRunner;
import org.verbena.bench.run.HostRunner;
import org.verbena.bench.run.Plan;
import org.verbena.bench.run.Results;
import org.verbena.bench.run.StepRunner.BenchStep;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code verbena-bench}: runs the measurements and writes the reports. */
@Command(
        name = "verbena-bench",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measure Verbena and C in turn on the same driver, and check the ratios against the goals.",
            "Print the table, and write it to results.md, results.json and results.html in the directory of --out. "
                    + "The table has the rows of this run and those of earlier runs."
        })
final class BenchCommand implements Callable<Integer> {
    private static final int BROKEN = 1;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--row",
            paramLabel = "ROW",
            description = "Measure only this row of the table. Can be repeated. --list prints the names.")
    private Set<String> rows = new LinkedHashSet<>();

    @Option(
            names = "--plot",
            paramLabel = "PLOT",
            description = "Measure only this plot of how cost grows. Can be repeated. Without --row, --environment and "
                    + "--plot, everything is measured.")
    private Set<String> plots = new LinkedHashSet<>();

    @Option(
            names = "--environment",
            paramLabel = "ENVIRONMENT",
            description = "Measure only this environment: ${COMPLETION-CANDIDATES}.")
    private Set<Environment> environments = new LinkedHashSet<>();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Number of runs of each process of a row. Default: 5; in the emulated machine 3, or 1 for "
                    + "rows without a goal; for starts of a JVM 15; for plots 2.")
    private int rounds;

    @Option(
            names = "--smoke",
            description = "Check that everything runs, in one short round each. The times are not meaningful.")
    private boolean smoke;

    @Option(names = "--report", description = "Write the report again without measuring.")
    private boolean reportOnly;

    @Option(names = "--required", description = "Fail if an environment cannot run here. By default, it is left out.")
    private boolean required;

    @Option(names = "--list", description = "List the rows and the plots.")
    private boolean list;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory for the results. Default: bench/target/results.")
    private @Nullable Path out;

    @Option(names = "--checkout", hidden = true, description = "Root directory of the checkout.")
    private Path checkout = Path.of("");

    /**
     * Runs the command and ends the JVM.
     *
     * <p>The exit status is 0 if everything was measured and 2 for a wrong command line. It is 1 if a row was not
     * measured or, in a smoke run, allocates garbage.
     *
     * @param args the arguments; {@code --help} explains them
     */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new BenchCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Row> chosenRows = chosenRows();
        List<Plot> chosenPlots = chosenPlots();
        if (list) {
            chosenRows.forEach(row -> System.out.printf("%-26s %-9s %s%n", row.id(), row.environment(), row.title()));
            chosenPlots.forEach(plot -> System.out.printf("%-26s %-9s %s%n", plot.id(), "plot", plot.title()));
            return 0;
        }
        Checkout here = new Checkout(checkout.toRealPath());
        Path directory = out == null ? here.target().resolve("results") : out.toAbsolutePath();
        Results results = new Results(Files.createDirectories(directory.resolve("raw")));
        if (!reportOnly) {
            Set<Environment> left = environmentsLeftOut(
                    here,
                    Stream.concat(chosenRows.stream(), chosenPlots.stream().flatMap(Plot::rows)));
            if (required && !left.isEmpty()) {
                return BROKEN;
            }
            chosenRows = chosenRows.stream()
                    .filter(row -> !left.contains(row.environment()))
                    .filter(row -> required || BenchPrerequisites.hasCounterpart(row))
                    .toList();
            chosenPlots = chosenPlots.stream()
                    .filter(plot -> plot.rows().map(Row::environment).noneMatch(left::contains))
                    .toList();
            measure(here, chosenRows, chosenPlots, new Plan(smoke, rounds, results));
        }
        return report(directory, new ResultReader(results), results.newest(), chosenRows);
    }

    private List<Row> chosenRows() {
        List<Row> all = Rows.all();
        requireKnown("--row", rows, all.stream().map(Row::id).toList());
        return all.stream()
                .filter(row -> rows.isEmpty() ? plots.isEmpty() : rows.contains(row.id()))
                .filter(row -> environments.isEmpty() || environments.contains(row.environment()))
                .toList();
    }

    private List<Plot> chosenPlots() {
        List<Plot> all = Plots.all();
        requireKnown("--plot", plots, all.stream().map(Plot::id).toList());
        boolean none = smoke || !rows.isEmpty() || !environments.isEmpty();
        return all.stream()
                .filter(plot -> plots.isEmpty() ? !none : plots.contains(plot.id()))
                .toList();
    }

    private void requireKnown(String option, Set<String> names, List<String> known) {
        names.stream().filter(name -> !known.contains(name)).findFirst().ifPresent(name -> {
            throw new ParameterException(
                    spec.commandLine(), option + " = " + name + ", limit one of " + String.join(", ", known));
        });
    }

    /** Returns the environments of the rows that cannot run here, and logs each of them. */
    private static Set<Environment> environmentsLeftOut(Checkout here, Stream<Row> rows) {
        BenchPrerequisites prerequisites = new BenchPrerequisites(here);
        Set<Environment> left = new LinkedHashSet<>();
        for (Environment environment : rows.map(Row::environment).distinct().toList()) {
            prerequisites.missing(environment).ifPresent(missing -> {
                System.err.println("verbena-bench: environment " + environment + " left out: " + missing
                        + "; ./verify installs it");
                left.add(environment);
            });
        }
        return left;
    }

    private void measure(Checkout here, List<Row> chosenRows, List<Plot> chosenPlots, Plan plan)
            throws IOException, InterruptedException {
        List<BenchStep> steps = new ArrayList<>();
        for (Row row : chosenRows) {
            plan.results().clear(row);
            steps.addAll(plan.steps(row));
        }
        for (Plot plot : chosenPlots) {
            for (Row row : plot.rows().toList()) {
                plan.results().clear(row);
            }
            steps.addAll(plan.steps(plot));
        }
        List<BenchStep> inGuest = steps.stream()
                .filter(step -> step.environment() == Environment.SOFTROCE)
                .toList();
        steps.removeAll(inGuest);
        new HostRunner(here).run(steps);
        new GuestRunner(here, plan.results().directory(), smoke).run(inGuest);
    }

    private int report(Path directory, ResultReader reader, Instant measured, List<Row> chosen) throws IOException {
        List<RowResult> all = new ArrayList<>();
        for (Row row : Rows.all()) {
            if (reader.has(row)) {
                all.add(reader.read(row));
            }
        }
        List<PlotResult> grown = new ArrayList<>();
        for (Plot plot : Plots.all()) {
            grown.add(reader.read(plot));
        }
        Report report = new Report(Machine.here(measured), all, grown);
        String text = smoke ? smokeLines(all) : report.toText();
        write(directory, report, text);
        System.out.println(text);
        System.out.println("Results: " + directory);
        return all.stream()
                                .filter(result -> chosen.contains(result.row()))
                                .filter(BenchCommand::complain)
                                .count()
                        == 0
                ? 0
                : BROKEN;
    }

    private static void write(Path directory, Report report, String text) throws IOException {
        Files.writeString(directory.resolve("results.txt"), text + "\n");
        Files.writeString(directory.resolve("results.md"), report.toMarkdown());
        Files.writeString(directory.resolve("results.json"), JsonReport.of(report));
        Files.writeString(directory.resolve("results.html"), ReportPage.of(report));
        for (Map.Entry<String, String> drawing : report.drawings().entrySet()) {
            Files.writeString(directory.resolve(drawing.getKey()), drawing.getValue());
        }
    }

    private static String smokeLines(List<RowResult> results) {
        return results.stream()
                .map(result -> new RowText(result).line() + " (smoke, not judged)")
                .collect(Collectors.joining("\n"));
    }

    /** Prints what is broken in a result, and returns whether anything is. */
    private static boolean complain(RowResult result) {
        boolean broken = Judge.isBroken(result);
        if (broken) {
            System.err.println("verbena-bench: " + result.row().id() + ": "
                    + Judge.judge(result).text() + "\n" + result.failure());
        }
        return broken;
    }
}
