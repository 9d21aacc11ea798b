package org.verbena.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import org.verbena.cli.command.Subcommand;
import org.verbena.cli.option.ProviderSelection;
import org.verbena.cli.text.CStruct;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.Outline;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code verbena info}, which shows the attributes of a device. */
@Command(
        name = "info",
        description = {
            "Print the attributes of a device, its ports and their GID tables.",
            "The attributes are those of ibv_query_device_ex(3), ibv_query_port(3) and ibv_query_gid_table(3). Names "
                    + "are those of the C structs. orig_attr has the attributes of ibv_query_device(3)."
        },
        footer = {"  verbena info mlx5_0", "  verbena info rxe0 --provider jna --json"})
final class InfoCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "DEVICE", description = "Name of the device, as command 'devices' lists it.")
    private String device = "";

    @Mixin
    private final ProviderSelection providerSelection;

    InfoCommand(ProviderLookup lookup) {
        providerSelection = new ProviderSelection(lookup);
    }

    @Override
    public String run(CommandReport report) {
        VerbsProvider provider = providerSelection.choose(report);
        Device chosen = provider.device(device);
        report.put("device", chosen.name());
        try (DeviceContext context = chosen.open()) {
            Map<String, @Nullable Object> info = CStruct.of(DeviceInfo.of(context));
            info.forEach(report::put);
            return chosen.name() + " of provider " + provider.name() + "\n\n" + new Outline(info);
        }
    }
}
