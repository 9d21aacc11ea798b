package org.verbena.cli.explain;

import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.Explanation;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import org.verbena.cli.command.Subcommand;
import org.verbena.cli.option.DeviceOption;
import org.verbena.cli.option.Explainable;
import org.verbena.cli.option.ProviderSelection;
import org.verbena.cli.text.CStruct;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.ExplanationText;
import picocli.CommandLine.Mixin;

/** A subcommand that shows what the driver of a device would answer to a call, and why. */
public abstract class ExplainSubcommand extends Subcommand {
    @Mixin
    private final ProviderSelection providerSelection;

    @Mixin
    private final DeviceOption device = new DeviceOption();

    public ExplainSubcommand(ProviderLookup lookup) {
        providerSelection = new ProviderSelection(lookup);
    }

    /** Returns the call that the options describe. */
    public abstract Explainable question();

    /** Returns the text output for a grant. */
    public String granted(Explainable question, Record grant) {
        return ExplanationText.compared(question.requested(), grant);
    }

    @Override
    public final String run(CommandReport report) {
        Explainable question = question();
        VerbsProvider provider = providerSelection.choose(report);
        Device chosen = device.choose(provider, report);
        try (DeviceContext context = chosen.open()) {
            String model = context.explain().model().orElse(null);
            report.put("model", model);
            report.put("op", question.op());
            report.put("requested", CStruct.of(question.requested()));
            Explanation<? extends Record> explanation = question.explain(context);
            fill(report, explanation);
            return chosen.name() + " of provider " + provider.name()
                    + (model == null ? "" : ", model " + model) + ": ibv_" + question.op() + "\n"
                    + ExplanationText.of(explanation, grant -> granted(question, grant));
        }
    }

    private static void fill(CommandReport report, Explanation<? extends Record> explanation) {
        if (explanation instanceof Explanation.Granted<? extends Record> granted) {
            report.put("verdict", "granted");
            report.put("granted", CStruct.of(granted.grant()));
        } else if (explanation instanceof Explanation.Refused<? extends Record> refused) {
            report.put("verdict", "refused");
            report.put("errno", refused.errno().name());
            CStruct.of(refused.diagnosis()).forEach(report::put);
        } else if (explanation instanceof Explanation.Unknown<? extends Record> unknown) {
            report.put("verdict", "unknown");
            report.put("reason", unknown.reason());
        }
    }
}
