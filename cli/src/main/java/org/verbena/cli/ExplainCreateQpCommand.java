package org.verbena.cli;

import org.verbena.ProviderLookup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code verbena explain create-qp}. */
@Command(
        name = "create-qp",
        description =
                "What the driver makes of ibv_create_qp(3), or ibv_create_qp_ex(3) with --ex or any option of that section.",
        footer = {
            "  verbena explain create-qp --profile mlx5 --type RC --max-send-wr 16384 \\",
            "      --max-send-sge 1"
        })
final class ExplainCreateQpCommand extends ExplainSubcommand {
    @Mixin
    private final QpTrialOptions options = new QpTrialOptions();

    ExplainCreateQpCommand(ProviderLookup lookup) {
        super(lookup);
    }

    @Override
    Explainable question() {
        return options.trial();
    }
}
