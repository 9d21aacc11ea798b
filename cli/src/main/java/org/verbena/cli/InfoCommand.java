// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import org.verbena.attr.DeviceAttrEx;
import org.verbena.attr.GidEntry;
import org.verbena.cli.command.Subcommand;
import org.verbena.cli.option.ProviderSelection;
import org.verbena.cli.text.CFields;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.Outline;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code verbena info}, which shows the attributes of a device. */
@Command(
        name = "info",
        description = {
            "Print the attributes of a device, and the attributes, counters and GID tables of its ports.",
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
            Map<String, Object> info = info(context);
            info.forEach(report::put);
            return chosen.name() + " of provider " + provider.name() + "\n\n" + new Outline(info);
        }
    }

    private static Map<String, Object> info(DeviceContext context) {
        DeviceAttrEx attr = context.queryDeviceEx();
        List<GidEntry> gids = context.queryGidTable();
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("num_comp_vectors", context.numCompVectors());
        info.put("device_attr_ex", CFields.of(attr));
        Map<String, Long> counters = context.portCounters(0);
        if (!counters.isEmpty()) {
            info.put("counters", counters);
        }
        info.put(
                "ports",
                LongStream.rangeClosed(1, portCount(attr))
                        .mapToObj(port -> port(port, context, gids))
                        .toList());
        return info;
    }

    /**
     * Returns the number of ports. Drivers that do not support the extended count report 0 for it. The plain count has
     * a maximum of 255.
     */
    private static long portCount(DeviceAttrEx attr) {
        return Math.max(attr.physPortCntEx(), attr.origAttr().physPortCnt());
    }

    private static Map<String, Object> port(long port, DeviceContext context, List<GidEntry> gids) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("port_num", port);
        members.put("port_attr", CFields.of(context.queryPort((int) port)));
        members.put("counters", context.portCounters((int) port));
        members.put(
                "gids",
                gids.stream()
                        .filter(gid -> gid.portNum() == port)
                        .map(CFields::of)
                        .toList());
        return members;
    }
}
