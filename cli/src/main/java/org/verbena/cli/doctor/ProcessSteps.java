// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The checks of what the system permits this process. */
final class ProcessSteps {
    private static final Pattern LIMIT = Pattern.compile("(?m)^Max locked memory +(unlimited|\\d{1,18}) ");
    private static final Pattern CAPABILITIES = Pattern.compile("(?m)^CapEff:\\s*([0-9a-f]{1,16})$");
    private static final int IPC_LOCK = 14;
    private static final long MIB = 1 << 20;

    private final MachineState machine;
    private final boolean hasDevice;

    /**
     * Creates the checks.
     *
     * @param hasDevice whether the machine has an RDMA device
     */
    ProcessSteps(MachineState machine, boolean hasDevice) {
        this.machine = machine;
        this.hasDevice = hasDevice;
    }

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        if (machine.isLinux()) {
            findings.add(lockedMemory());
            findings.add(container());
        }
        findings.add(udp());
        return findings;
    }

    private Finding lockedMemory() {
        String step = "locked memory";
        Matcher limit =
                LIMIT.matcher(machine.text(machine.path("proc/self/limits")).orElse(""));
        if (!limit.find()) {
            return Finding.note(step, "/proc/self/limits does not show the limit", "ulimit -l shows the limit");
        }
        OptionalLong bytes = limit.group(1).equals("unlimited")
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(limit.group(1)));
        if (bytes.isEmpty()) {
            return Finding.ok(step, "unlimited");
        }
        String amount = bytes.getAsLong() < MIB ? bytes.getAsLong() / 1024 + " KiB" : bytes.getAsLong() / MIB + " MiB";
        if (mayLockAll()) {
            return Finding.ok(step, "the limit is " + amount + ", but CAP_IPC_LOCK lifts it");
        }
        String text = "the limit is " + amount + "; queues and memory regions above it fail with ENOMEM";
        return hasDevice && bytes.getAsLong() < MIB
                ? Finding.problem(step, text, raiseLimit())
                : Finding.note(step, text, raiseLimit());
    }

    private boolean mayLockAll() {
        Matcher capabilities = CAPABILITIES.matcher(
                machine.text(machine.path("proc/self/status")).orElse(""));
        return capabilities.find() && ((Long.parseUnsignedLong(capabilities.group(1), 16) >>> IPC_LOCK) & 1) == 1;
    }

    private String raiseLimit() {
        if (machine.container().isPresent()) {
            return "start the container with --ulimit memlock=-1";
        }
        String groups = machine.text(machine.path("proc/self/cgroup")).orElse("");
        return groups.lines().anyMatch(line -> line.endsWith(".service"))
                ? "add LimitMEMLOCK=infinity to the [Service] section of the unit"
                : "add the line '* - memlock unlimited' to /etc/security/limits.d/rdma.conf, and log in again";
    }

    private Finding container() {
        String mark = machine.container().orElse("");
        if (mark.isEmpty()) {
            return Finding.ok("container", "none");
        }
        return machine.has("dev/infiniband")
                ? Finding.ok("container", "inside one (" + mark + "), with /dev/infiniband")
                : Finding.note(
                        "container",
                        "inside one (" + mark + "), without /dev/infiniband",
                        "on a host with an RDMA device, start it with --device=/dev/infiniband --ulimit memlock=-1"
                                + " --network=host");
    }

    /** Checks whether simulators can exchange packets of RoCEv2. */
    private Finding udp() {
        int port = machine.rocePort();
        try (DatagramChannel channel = DatagramChannel.open()) {
            channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return Finding.ok("udp", "port " + port + " of RoCEv2 is free on the loopback address");
        } catch (IOException e) {
            return Finding.note(
                    "udp",
                    "port " + port + " of RoCEv2 cannot be bound on the loopback address: " + e.getMessage(),
                    "ss -ulnp shows what uses the port; only simulators with the option address need it");
        }
    }
}
