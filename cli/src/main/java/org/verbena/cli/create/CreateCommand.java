// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.create;

import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import org.verbena.cli.command.Subcommand;
import org.verbena.cli.option.DeviceOption;
import org.verbena.cli.option.ProviderSelection;
import org.verbena.cli.text.CommandReport;
import picocli.CommandLine.Mixin;

/** A subcommand that creates an object and shows its requested, granted and queried attributes. */
abstract class CreateCommand extends Subcommand {
    @Mixin
    private final ProviderSelection providerSelection;

    @Mixin
    private final DeviceOption device = new DeviceOption();

    CreateCommand(ProviderLookup lookup) {
        providerSelection = new ProviderSelection(lookup);
    }

    /** Returns the trial that the options describe. */
    abstract Trial trial();

    @Override
    public final String run(CommandReport report) {
        Trial trial = trial();
        // These values are known only later, but must be the first members of the output.
        report.put("provider", null);
        report.put("device", null);
        report.put("op", trial.op());
        report.put("requested", trial.requested());

        VerbsProvider provider = providerSelection.choose(report);
        Device chosen = device.choose(provider, report);
        try (DeviceContext context = chosen.open()) {
            Trial.Outcome outcome = trial.run(context);
            outcome.addTo(report);
            return chosen.name() + " of provider " + provider.name() + ": " + outcome.text(trial);
        }
    }
}
