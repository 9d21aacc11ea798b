// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.verbena.attr.Gid;

/** The checks of the kernel's RDMA devices, their files, ports and GIDs. */
final class DeviceSteps {
    private static final List<String> MODULES = List.of("ib_uverbs", "rdma_ucm");
    private static final String VERBS = "uverbs\\d{1,5}";

    /** The names of network devices that can stand in a command as they are. */
    private static final String NETDEV = "[\\w.-]{1,15}";

    private static final String GID = "[0-9a-f]{4}(:[0-9a-f]{4}){7}";
    private static final String NO_GID = "0000:0000:0000:0000:0000:0000:0000:0000";
    private static final String ROCE_V2 = "RoCE v2";
    private static final String IWARP = "RNIC";

    private final MachineState machine;
    private final List<Path> devices;

    DeviceSteps(MachineState machine) {
        this.machine = machine;
        this.devices = machine.list(machine.path("sys/class/infiniband"));
    }

    boolean hasDevice() {
        return !devices.isEmpty();
    }

    List<Finding> findings() {
        if (devices.isEmpty()) {
            return List.of(Finding.note(
                    "devices",
                    "the kernel has no RDMA device: /sys/class/infiniband is empty",
                    "modprobe rdma_rxe && rdma link add rxe0 type rxe netdev eth0 creates a software device"));
        }
        List<Finding> findings = new ArrayList<>();
        findings.add(
                Finding.ok("devices", devices.stream().map(DeviceSteps::name).collect(Collectors.joining(", "))));
        findings.add(modules());
        findings.addAll(files());
        for (Path device : devices) {
            for (Path port : machine.list(device.resolve("ports"))) {
                findings.addAll(port(device, port));
            }
        }
        return findings;
    }

    private Finding modules() {
        String step = "kernel modules";
        String missing = MODULES.stream()
                .filter(module -> !machine.has("sys/module/" + module))
                .collect(Collectors.joining(" "));
        return missing.isEmpty()
                ? Finding.ok(step, String.join(", ", MODULES))
                : Finding.problem(step, "not loaded: " + missing, "modprobe -a " + missing);
    }

    private List<Finding> files() {
        List<Finding> findings = new ArrayList<>();
        for (Path verbs : machine.list(machine.path("sys/class/infiniband_verbs"))) {
            String device = machine.attribute(verbs.resolve("ibdev"));
            if (name(verbs).matches(VERBS) && !device.isEmpty()) {
                findings.add(file("dev/infiniband/" + name(verbs), " of " + device));
            }
        }
        findings.add(file("dev/infiniband/rdma_cm", ", for connections by IP address"));
        return findings;
    }

    private Finding file(String path, String purpose) {
        String step = "device file";
        String shown = "/" + path;
        if (!machine.has(path)) {
            return Finding.problem(
                    step,
                    shown + purpose + ": missing",
                    machine.container().isPresent()
                            ? "start the container with --device=/dev/infiniband"
                            : "modprobe -a " + String.join(" ", MODULES));
        }
        return machine.accessible().test(machine.path(path))
                ? Finding.ok(step, shown + purpose + ": read and write")
                : Finding.problem(step, shown + purpose + ": this user cannot read and write it", "chmod 666 " + shown);
    }

    private List<Finding> port(Path device, Path port) {
        String where = name(device) + " port " + name(port);
        String link = machine.attribute(port.resolve("link_layer"));
        String state = machine.attribute(port.resolve("state"));
        String text = where + ": " + (state.isEmpty() ? "state unknown" : state.replaceFirst("^\\d+: ", "")) + ", "
                + (link.isEmpty() ? "link layer unknown" : link);
        if (!state.endsWith("ACTIVE")) {
            return List.of(Finding.problem("ports", text, activate(device, port, link, state)));
        }
        Finding active = Finding.ok("ports", text);
        boolean hasGids = Stream.of("Ethernet", "InfiniBand").anyMatch(link::equals)
                && !machine.attribute(device.resolve("node_type")).endsWith(IWARP);
        return hasGids ? List.of(active, gids(device, port, where, link.equals("Ethernet"))) : List.of(active);
    }

    private String activate(Path device, Path port, String link, String state) {
        if (link.equals("Ethernet")) {
            return "ip link set dev " + netdev(device, port) + " up; if that does not help, check the cable";
        }
        return state.endsWith("INIT")
                ? "start a subnet manager in the fabric, for example opensm"
                : "check the cable; ibstat shows the physical state";
    }

    private Finding gids(Path device, Path port, String where, boolean isRoce) {
        List<Path> entries = machine.list(port.resolve("gids"));
        List<String> gids = entries.stream().map(machine::attribute).toList();
        int[] used = IntStream.range(0, gids.size())
                .filter(i -> gids.get(i).matches(GID) && !gids.get(i).equals(NO_GID))
                .toArray();
        if (!isRoce) {
            return used.length > 0
                    ? Finding.ok("gids", where + ": index " + name(entries.get(used[0])) + " is " + gids.get(used[0]))
                    : Finding.problem("gids", where + ": no GID", "start a subnet manager, for example opensm");
        }
        Optional<Integer> routable = IntStream.of(used)
                .filter(i -> machine.attribute(port.resolve("gid_attrs/types").resolve(name(entries.get(i))))
                        .equals(ROCE_V2))
                .filter(i -> !Gid.parse(gids.get(i)).isLinkLocal())
                .boxed()
                .min(Comparator.comparing(i -> !Gid.parse(gids.get(i)).isMappedIpv4()));
        if (routable.isPresent()) {
            int i = routable.get();
            String ip = Gid.parse(gids.get(i)).toInetAddress().getHostAddress();
            return Finding.ok("gids", where + ": index " + name(entries.get(i)) + " is " + ip + " for RoCEv2");
        }
        return Finding.problem(
                "gids",
                where + ": no RoCEv2 GID with a routable address among " + used.length,
                "ip addr add 192.168.99.1/24 dev " + netdev(device, port) + " (with an address of your network)");
    }

    /** Returns the name of the network device below a port, for a command. */
    private String netdev(Path device, Path port) {
        return Stream.concat(
                        Stream.of(machine.attribute(port.resolve("gid_attrs/ndevs/0"))),
                        machine.list(device.resolve("device/net")).stream().map(DeviceSteps::name))
                .filter(name -> name.matches(NETDEV))
                .findFirst()
                .orElse("NETDEV");
    }

    private static String name(Path path) {
        return path.getFileName().toString();
    }
}
