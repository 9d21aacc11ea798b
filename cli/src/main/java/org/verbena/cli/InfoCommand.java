package org.verbena.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.verbena.Device;
import org.verbena.DeviceAttrEx;
import org.verbena.DeviceContext;
import org.verbena.GidEntry;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code verbena info}: what a device says of itself. */
@Command(
        name = "info",
        description = {
            "Print the attributes of a device, of its ports and their GID tables.",
            "They are those of ibv_query_device(3), ibv_query_device_ex(3), ibv_query_port(3) and "
                    + "ibv_query_gid_table(3), by the names of the C structs."
        },
        footer = {"  verbena info mlx5_0", "  verbena info rxe0 --provider jna --json"})
final class InfoCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "DEVICE", description = "Name of the device; 'verbena devices' lists them.")
    private String device = "";

    @Mixin
    private final BackendOptions backend;

    InfoCommand(ProviderLookup lookup) {
        backend = new BackendOptions(lookup);
    }

    @Override
    String run(Report report) {
        VerbsProvider provider = backend.choose(report);
        Device chosen = provider.device(device);
        report.put("device", chosen.name());
        try (DeviceContext context = chosen.open()) {
            return describe(context, report);
        }
    }

    private static String describe(DeviceContext context, Report report) {
        DeviceAttrEx attrEx = context.queryDeviceEx();
        Map<String, @Nullable Object> plain = CStruct.of(context.queryDevice());
        Map<String, @Nullable Object> extended = CStruct.of(attrEx);
        extended.remove("orig_attr"); // a second copy of the plain attributes
        List<Map<String, @Nullable Object>> ports = ports(context, attrEx);
        report.put("num_comp_vectors", context.numCompVectors());
        report.put("device_attr", plain);
        report.put("device_attr_ex", extended);
        report.put("ports", ports);

        Outline outline = new Outline();
        outline.section(context.device().name());
        outline.field("num_comp_vectors", context.numCompVectors());
        outline.fields(plain);
        outline.section("extended attributes");
        outline.fields(extended);
        ports.forEach(port -> {
            outline.section("port " + port.get("port_num"));
            outline.fields(port);
        });
        return outline.toString();
    }

    private static List<Map<String, @Nullable Object>> ports(DeviceContext context, DeviceAttrEx attr) {
        List<GidEntry> gids = context.queryGidTable();
        List<Map<String, @Nullable Object>> ports = new ArrayList<>();
        for (int port = 1; port <= portCount(attr); port++) {
            int portNum = port;
            Map<String, @Nullable Object> members = new LinkedHashMap<>();
            members.put("port_num", portNum);
            members.putAll(CStruct.of(context.queryPort(portNum)));
            members.put(
                    "gids",
                    gids.stream()
                            .filter(gid -> gid.portNum() == portNum)
                            .map(CStruct::of)
                            .toList());
            ports.add(members);
        }
        return ports;
    }

    /** The plain count ends at 255; the extended one is 0 with drivers that do not know it. */
    private static long portCount(DeviceAttrEx attr) {
        return Math.max(attr.physPortCntEx(), attr.origAttr().physPortCnt());
    }
}
