// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.doctor;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import picocli.CommandLine;

/** A machine in a directory: Linux on x86-64 with Java 25, and nothing else. */
final class FakeMachine {
    private static final String GID_ENTRY = "sys/class/infiniband/%s/ports/1/gid_attrs/types/%d";

    final Path root;
    final Properties properties = new Properties();
    final Map<String, String> environment = new HashMap<>();
    final Set<Path> forbidden = new HashSet<>();
    Optional<Boolean> nativeAccess = Optional.of(true);

    /** Any free port, because other tests may use the port of RoCEv2. */
    int rocePort;

    record Run(int exitCode, String out) {}

    FakeMachine(Path root) throws IOException {
        this.root = root;
        properties.setProperty("os.name", "Linux");
        properties.setProperty("os.arch", "amd64");
        java("25.0.1");
        limit("unlimited");
    }

    FakeMachine java(String version) {
        properties.setProperty("java.version", version);
        properties.setProperty("java.specification.version", version.split("\\.")[0]);
        properties.setProperty("java.vendor", "Example");
        properties.setProperty("java.home", "/opt/jdk");
        return this;
    }

    FakeMachine file(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return this;
    }

    FakeMachine limit(String bytes) throws IOException {
        return file("proc/self/limits", """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             63704                63704                processes
                Max locked memory         %-20s %-20s bytes
                Max file locks            unlimited            unlimited            locks
                """.formatted(bytes, bytes));
    }

    /** Adds a library as rdma-core installs it. */
    FakeMachine library(String name, String version) throws IOException {
        Path directory = Files.createDirectories(root.resolve("usr/lib/x86_64-linux-gnu"));
        Path file = Files.createFile(directory.resolve(name + ".so." + version));
        Files.createSymbolicLink(directory.resolve(name + ".so.1"), file.getFileName());
        return this;
    }

    /** Adds a RoCE device with one active port that has a GID of IPv4 for both versions of RoCE. */
    FakeMachine device(String name) throws IOException {
        String device = "sys/class/infiniband/" + name;
        file(device + "/node_type", "1: CA\n");
        file(device + "/ports/1/state", "4: ACTIVE\n");
        file(device + "/ports/1/link_layer", "Ethernet\n");
        file(device + "/ports/1/gid_attrs/ndevs/0", "eth7\n");
        gid(name, 0, "fe80:0000:0000:0000:0202:c9ff:fe00:0001", "RoCE v2");
        gid(name, 1, "0000:0000:0000:0000:0000:ffff:c0a8:6301", "IB/RoCE v1");
        gid(name, 2, "0000:0000:0000:0000:0000:ffff:c0a8:6301", "RoCE v2");
        gid(name, 10, "0000:0000:0000:0000:0000:0000:0000:0000", "RoCE v2");
        file("sys/class/infiniband_verbs/uverbs0/ibdev", name + "\n");
        file("sys/class/infiniband_verbs/abi_version", "6\n");
        file("sys/module/ib_uverbs/initstate", "live\n");
        file("sys/module/rdma_ucm/initstate", "live\n");
        file("dev/infiniband/uverbs0", "");
        return file("dev/infiniband/rdma_cm", "");
    }

    FakeMachine gid(String device, int index, String gid, String type) throws IOException {
        file("sys/class/infiniband/" + device + "/ports/1/gids/" + index, gid + "\n");
        return file(GID_ENTRY.formatted(device, index), type + "\n");
    }

    FakeMachine forbid(String path) {
        forbidden.add(root.resolve(path));
        return this;
    }

    MachineState machine() {
        return new MachineState(
                root, properties, environment, nativeAccess, path -> !forbidden.contains(path), rocePort);
    }

    /** Runs the command with the providers of the class path, or with given ones instead. */
    Run run(String... args) {
        return run(ProviderLookup.create(), args);
    }

    Run run(List<VerbsProvider> providers, String... args) {
        return run(ProviderLookup.in(ClassLoader.getPlatformClassLoader()).with(providers), args);
    }

    private Run run(ProviderLookup lookup, String... args) {
        StringWriter out = new StringWriter();
        int exitCode = new CommandLine(new DoctorCommand(lookup, machine()))
                .setOut(new PrintWriter(out))
                .execute(args);
        return new Run(exitCode, out.toString());
    }
}
