package org.verbena.cli;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProviderLookup;
import picocli.CommandLine.Mixin;

/** A subcommand that shows what is requested, granted and queried of an object. */
abstract class CreateCommand extends Subcommand {
    @Mixin
    private final BackendOptions backend;

    @Mixin
    private final DeviceOption device = new DeviceOption();

    CreateCommand(ProviderLookup lookup) {
        backend = new BackendOptions(lookup);
    }

    /** What the options ask for. */
    abstract Trial trial();

    @Override
    final String run(Report report) {
        Trial trial = trial();
        Map<String, @Nullable Object> requested = CStruct.of(trial.requested());
        // Known only later, but these two come first.
        report.put("provider", null);
        report.put("device", null);
        report.put("op", trial.op());
        report.put("requested", requested);

        Device chosen = device.choose(backend.choose(report), report);
        try (DeviceContext context = chosen.open()) {
            Outcome outcome = trial.run(context);
            fill(report, outcome);
            return describe(chosen.name(), trial.op(), requested, outcome);
        }
    }

    private static void fill(Report report, Outcome outcome) {
        report.put("granted", CStruct.of(outcome.granted()));
        report.put("queried", outcome.queried() == null ? null : CStruct.of(outcome.queried()));
        if (outcome.queryRefusal() != null) {
            report.put("query_error", CStruct.of(outcome.queryRefusal()));
        }
        report.put(outcome.numberName(), outcome.number());
    }

    private static String describe(String device, String op, Map<String, @Nullable Object> requested, Outcome outcome) {
        Table table = outcome.queried() == null
                ? new Table(List.of("", "requested", "granted"))
                : new Table(List.of("", "requested", "granted", "queried"));
        Map<String, @Nullable Object> granted = CStruct.of(outcome.granted());
        Map<String, @Nullable Object> queried = outcome.queried() == null ? Map.of() : CStruct.of(outcome.queried());
        requested.forEach((name, value) -> {
            if (queried.isEmpty()) {
                table.row(name, value, granted.get(name));
            } else {
                table.row(name, value, granted.get(name), queried.get(name));
            }
        });
        String title = device + ": ibv_" + op + " made " + outcome.numberName() + " " + outcome.number();
        String note = outcome.queryRefusal() == null
                ? ""
                : "\n\nNot queried: " + outcome.queryRefusal().message();
        return title + "\n\n" + table + note;
    }
}
