package org.verbena.cli;

import org.jspecify.annotations.Nullable;
import org.verbena.Flags;
import org.verbena.ProviderLookup;
import org.verbena.WqFlag;
import org.verbena.WqInitAttr;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code verbena create-wq}: what a device grants for a work queue. */
@Command(
        name = "create-wq",
        description = {
            "Create a receive work queue, print the capabilities that were requested and granted, and destroy it: "
                    + "ibv_create_wq(3). C has no call to query one.",
            "What is not given is 0, as in a zeroed struct ibv_wq_init_attr."
        },
        footer = {
            "  verbena create-wq --provider sim --profile mlx5 --max-wr 100 --max-sge 2",
            "  verbena create-wq --device mlx5_0 --max-wr 16 --max-sge 1 \\",
            "      --create-flags CVLAN_STRIPPING --json"
        })
final class CreateWqCommand extends CreateCommand {
    @Option(
            names = "--max-wr",
            paramLabel = "N",
            converter = Unsigned.Uint32.class,
            description = "Outstanding work requests.")
    private long maxWr;

    @Option(
            names = "--max-sge",
            paramLabel = "N",
            converter = Unsigned.Uint32.class,
            description = "Scatter/gather elements of a work request.")
    private long maxSge;

    @Option(
            names = "--create-flags",
            paramLabel = "FLAGS",
            converter = FlagNames.WqFlags.class,
            completionCandidates = FlagNames.WqFlags.class,
            description = "create_flags: ${COMPLETION-CANDIDATES}.")
    private @Nullable Flags<WqFlag> createFlags;

    CreateWqCommand(ProviderLookup lookup) {
        super(lookup);
    }

    @Override
    Trial trial() {
        WqInitAttr.Builder attr = WqInitAttr.builder().maxWr(maxWr).maxSge(maxSge);
        if (createFlags != null) {
            attr.createFlags(createFlags);
        }
        return new WqTrial(attr);
    }
}
