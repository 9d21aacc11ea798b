// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.explain;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.Explanation;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import org.verbena.cli.command.Subcommand;
import org.verbena.cli.create.Explainable;
import org.verbena.cli.option.DeviceOption;
import org.verbena.cli.option.ProviderSelection;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.Refusal;
import org.verbena.cli.text.Table;
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

    /** Returns the text output for a grant: the names of the fields that differ from the request, and a table. */
    public String granted(Explainable question, Map<String, Object> grant) {
        Map<String, Object> requested = question.requested();
        List<String> changed = requested.keySet().stream()
                .filter(field -> !String.valueOf(requested.get(field)).equals(String.valueOf(grant.get(field))))
                .toList();
        String verdict =
                changed.isEmpty() ? "granted as requested" : "granted, with a different " + String.join(", ", changed);
        return verdict + "\n\n" + Table.ofStructs(List.of("requested", "granted"), List.of(requested, grant));
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
            report.put("requested", question.requested());
            return chosen.name() + " of provider " + provider.name()
                    + (model == null ? "" : ", model " + model) + ": ibv_" + question.op() + "\n"
                    + verdict(question, context, report);
        }
    }

    private String verdict(Explainable question, DeviceContext context, CommandReport report) {
        Explanation<Map<String, Object>> explanation = question.explain(context);
        if (explanation instanceof Explanation.Granted<Map<String, Object>> granted) {
            report.put("verdict", "granted");
            report.put("granted", granted.grant());
            return granted(question, granted.grant());
        } else if (explanation instanceof Explanation.Refused<Map<String, Object>> refused) {
            report.put("verdict", "refused");
            report.put("errno", refused.errno().name());
            report.put("violations", Refusal.violations(refused.diagnosis().violations()));
            report.put("notes", refused.diagnosis().notes());
            return "refused: " + refused.errno().name() + "\n\n" + Refusal.text(refused.diagnosis());
        }
        String reason = ((Explanation.Unknown<Map<String, Object>>) explanation).reason();
        report.put("verdict", "unknown");
        report.put("reason", reason);
        return "unknown: " + reason;
    }

    /**
     * A call with the function that explains it.
     *
     * @param op the verb without the prefix {@code ibv_}
     * @param requested the requested attributes, by C name
     * @param answer returns the expected answer of the driver of a device
     */
    record Question(
            String op, Map<String, Object> requested, Function<DeviceContext, Explanation<Map<String, Object>>> answer)
            implements Explainable {
        @Override
        public Explanation<Map<String, Object>> explain(DeviceContext context) {
            return answer.apply(context);
        }
    }
}
