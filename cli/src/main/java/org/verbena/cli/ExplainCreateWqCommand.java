package org.verbena.cli;

import org.verbena.ProviderLookup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code verbena explain create-wq}. */
@Command(
        name = "create-wq",
        description = "What the driver makes of ibv_create_wq(3).",
        footer = {"  verbena explain create-wq --profile mlx5 --max-wr 40000 --max-sge 1"})
final class ExplainCreateWqCommand extends ExplainSubcommand {
    @Mixin
    private final WqOptions options = new WqOptions();

    ExplainCreateWqCommand(ProviderLookup lookup) {
        super(lookup);
    }

    @Override
    Explainable question() {
        return options.trial();
    }
}
