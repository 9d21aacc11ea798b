package org.verbena.cli;

import org.verbena.ProviderLookup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code verbena explain create-cq}. */
@Command(
        name = "create-cq",
        description = "What the driver makes of ibv_create_cq(3).",
        footer = {"  verbena explain create-cq --profile mlx5 --cqe 100"})
final class ExplainCreateCqCommand extends ExplainSubcommand {
    @Mixin
    private final CqOptions options = new CqOptions();

    ExplainCreateCqCommand(ProviderLookup lookup) {
        super(lookup);
    }

    @Override
    Explainable question() {
        return options.question();
    }
}
