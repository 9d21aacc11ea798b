package org.verbena.cli;

import org.verbena.ProviderLookup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code verbena explain create-srq}. */
@Command(
        name = "create-srq",
        description = "What the driver makes of ibv_create_srq(3).",
        footer = {"  verbena explain create-srq --profile rxe --max-wr 100 --max-sge 64"})
final class ExplainCreateSrqCommand extends ExplainSubcommand {
    @Mixin
    private final SrqOptions options = new SrqOptions();

    ExplainCreateSrqCommand(ProviderLookup lookup) {
        super(lookup);
    }

    @Override
    Explainable question() {
        return options.question();
    }
}
