// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.create;

import org.verbena.ProviderLookup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code verbena create-wq}, which shows what a device grants for a work queue. */
@Command(
        name = "create-wq",
        description = {
            "Create a receive work queue with ibv_create_wq(3), print the requested and granted capabilities, and "
                    + "destroy it.",
            "C has no call to query a work queue. Attributes that are not given are 0, as in a zeroed struct "
                    + "ibv_wq_init_attr."
        },
        footer = {
            "  verbena create-wq --provider sim --profile mlx5 --max-wr 100 --max-sge 2",
            "  verbena create-wq --device mlx5_0 --max-wr 16 --max-sge 1 \\",
            "      --create-flags CVLAN_STRIPPING --json"
        })
public final class CreateWqCommand extends CreateCommand {
    @Mixin
    private final WqTrial.Options options = new WqTrial.Options();

    public CreateWqCommand(ProviderLookup lookup) {
        super(lookup);
    }

    @Override
    public Trial trial() {
        return options.trial();
    }
}
