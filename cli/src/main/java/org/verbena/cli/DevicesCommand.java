// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.verbena.Device;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import org.verbena.cli.command.Subcommand;
import org.verbena.cli.option.ProviderSelection;
import org.verbena.cli.text.CFields;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code verbena devices}, which lists the devices of a provider. */
@Command(
        name = "devices",
        description = "List the devices of a provider: ibv_get_device_list(3).",
        footer = {"  verbena devices", "  verbena devices --provider sim --profile rxe --json"})
final class DevicesCommand extends Subcommand {
    @Mixin
    private final ProviderSelection providerSelection;

    DevicesCommand(ProviderLookup lookup) {
        providerSelection = new ProviderSelection(lookup);
    }

    @Override
    public String run(CommandReport report) {
        VerbsProvider provider = providerSelection.choose(report);
        Table table = new Table(List.of("PROVIDER", "DEVICE", "NODE GUID", "NODE TYPE", "TRANSPORT"));
        List<Map<String, Object>> devices = new ArrayList<>();
        for (Device device : provider.devices()) {
            Map<String, Object> description = describe(device);
            devices.add(description);
            List<Object> row = new ArrayList<>(List.of(provider.name()));
            row.addAll(description.values());
            table.row(row);
        }
        report.put("devices", devices);
        return devices.isEmpty() ? "Provider " + provider.name() + " lists no device." : table.toString();
    }

    private static Map<String, Object> describe(Device device) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", device.name());
        members.put("node_guid", CFields.guid(device.guid()));
        members.put("node_type", device.nodeType().cName());
        members.put("transport_type", device.transportType().cName());
        return members;
    }
}
