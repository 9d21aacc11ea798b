package org.verbena.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.verbena.bench.plan.Lane;
import org.verbena.bench.plan.Row;
import org.verbena.bench.plan.Rows;
import org.verbena.bench.report.JsonReport;
import org.verbena.bench.report.Judge;
import org.verbena.bench.report.Machine;
import org.verbena.bench.report.MarkdownReport;
import org.verbena.bench.report.Report;
import org.verbena.bench.report.ResultReader;
import org.verbena.bench.report.RowResult;
import org.verbena.bench.report.RowText;
import org.verbena.bench.run.Checkout;
import org.verbena.bench.run.GuestRunner;
import org.verbena.bench.run.HostRunner;
import org.verbena.bench.run.Plan;
import org.verbena.bench.run.Prerequisites;
import org.verbena.bench.run.Results;
import org.verbena.bench.run.Step;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code verbena-bench}: measures, and writes what came of it. */
@Command(
        name = "verbena-bench",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measure Verbena beside C on the same driver, process by process in turn, and hold the ratios against the "
                    + "goals.",
            "The table is printed and written into the directory of --out, as results.md, results.json and "
                    + "results.html. It has the rows that were measured now, and those that are there from before."
        })
final class BenchCommand implements Callable<Integer> {
    private static final int BROKEN = 1;
    private static final Set<Lane> ALL_LANES = Set.of(Lane.values());

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--row",
            paramLabel = "ROW",
            description = "Only this row of the table; can be repeated. --list names them.")
    private Set<String> rows = new LinkedHashSet<>();

    @Option(names = "--lane", paramLabel = "LANE", description = "Only this lane: ${COMPLETION-CANDIDATES}.")
    private Set<Lane> lanes = new LinkedHashSet<>();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often each of a row's processes runs. Default: 5, in the emulated machine 3, for starts "
                    + "of a JVM 15.")
    private int rounds;

    @Option(names = "--smoke", description = "See that everything runs: one short round each. The times say little.")
    private boolean smoke;

    @Option(names = "--report", description = "Measure nothing: write the report anew.")
    private boolean reportOnly;

    @Option(names = "--required", description = "Fail if a lane cannot run here; otherwise it is left out.")
    private boolean required;

    @Option(names = "--list", description = "Name the rows.")
    private boolean list;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where results are written. Default: itests/bench/target/results.")
    private @Nullable Path out;

    @Option(names = "--checkout", hidden = true, description = "The top of the checkout.")
    private Path checkout = Path.of("");

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Row> chosen = chosenRows();
        if (list) {
            chosen.forEach(row -> System.out.printf("%-26s %-9s %s%n", row.id(), row.lane(), row.title()));
            return 0;
        }
        Checkout here = new Checkout(checkout.toRealPath());
        Path directory = out == null ? here.target().resolve("results") : out.toAbsolutePath();
        Results results = new Results(Files.createDirectories(directory).resolve("raw"));
        if (!reportOnly) {
            Optional<Set<Lane>> available = availableLanes(here, chosen);
            if (available.isEmpty()) {
                return BROKEN;
            }
            chosen = chosen.stream()
                    .filter(row -> available.get().contains(row.lane()))
                    .filter(row -> required || Prerequisites.hasCounterpart(row))
                    .toList();
            measure(here, chosen, new Plan(smoke, rounds, results));
        }
        return report(directory, new ResultReader(results), chosen);
    }

    private List<Row> chosenRows() {
        List<String> known = Rows.all().stream().map(Row::id).toList();
        rows.stream().filter(row -> !known.contains(row)).findFirst().ifPresent(row -> {
            throw new ParameterException(
                    spec.commandLine(), "No row " + row + "; there are: " + String.join(", ", known));
        });
        return Rows.all().stream()
                .filter(row -> rows.isEmpty() || rows.contains(row.id()))
                .filter(row -> lanes.isEmpty() || lanes.contains(row.lane()))
                .toList();
    }

    /** Those of the rows; nothing if one cannot run that must. */
    private Optional<Set<Lane>> availableLanes(Checkout here, List<Row> chosen) {
        Set<Lane> available = new LinkedHashSet<>(ALL_LANES);
        available.removeIf(lane -> chosen.stream().noneMatch(row -> row.lane() == lane));
        Prerequisites prerequisites = new Prerequisites(here);
        for (Lane lane : List.copyOf(available)) {
            Optional<String> missing = prerequisites.missing(lane);
            if (missing.isPresent()) {
                System.err.println(
                        "verbena-bench: lane " + lane + " left out: " + missing.get() + "; ./verify installs it");
                available.remove(lane);
                if (required) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(available);
    }

    private void measure(Checkout here, List<Row> chosen, Plan plan) throws IOException, InterruptedException {
        List<Step> steps = new ArrayList<>();
        for (Row row : chosen) {
            plan.results().clear(row);
            steps.addAll(plan.steps(row));
        }
        Map<Boolean, List<Step>> byPlace =
                steps.stream().collect(Collectors.partitioningBy(step -> step.lane() == Lane.SOFTROCE));
        new HostRunner(here).run(byPlace.get(false));
        new GuestRunner(here, plan.results().directory(), smoke).run(byPlace.get(true));
    }

    private int report(Path directory, ResultReader reader, List<Row> chosen) throws IOException {
        List<RowResult> all = new ArrayList<>();
        for (Row row : Rows.all()) {
            if (reader.has(row)) {
                all.add(reader.read(row));
            }
        }
        Report report = new Report(Machine.here(), all);
        Files.writeString(directory.resolve("results.md"), MarkdownReport.of(report));
        Files.writeString(directory.resolve("results.json"), JsonReport.of(report));
        String text = smoke ? smokeLines(all) : report.toText();
        Files.writeString(directory.resolve("results.txt"), text + "\n");
        System.out.println(text);
        System.out.println("Written to " + directory);
        return all.stream()
                                .filter(result -> chosen.contains(result.row()))
                                .filter(BenchCommand::complain)
                                .count()
                        == 0
                ? 0
                : BROKEN;
    }

    private static String smokeLines(List<RowResult> results) {
        return results.stream()
                .map(result -> new RowText(result).line() + " (smoke, not judged)")
                .collect(Collectors.joining("\n"));
    }

    /** Says what is broken; whether anything is. */
    private static boolean complain(RowResult result) {
        boolean broken = Judge.isBroken(result);
        if (broken) {
            System.err.println("verbena-bench: " + result.row().id() + ": "
                    + Judge.judge(result).text() + "\n" + result.failure());
        }
        return broken;
    }
}
