// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The checks of the libraries of rdma-core, in the directories where the loader looks first. */
final class LibrarySteps {
    private static final List<String> DIRECTORIES = List.of(
            "usr/local/lib",
            "lib/x86_64-linux-gnu",
            "usr/lib/x86_64-linux-gnu",
            "lib/aarch64-linux-gnu",
            "usr/lib/aarch64-linux-gnu",
            "lib64",
            "usr/lib64",
            "lib",
            "usr/lib");

    /** The file name has the version of the ABI and the one of rdma-core: {@code libibverbs.so.1.14.44.0}. */
    private static final Pattern VERSION = Pattern.compile(".+\\.so\\.\\d+\\.\\d+\\.(\\d{1,6})\\.\\d+");

    private static final Pattern DRIVER = Pattern.compile("lib(.+)-rdmav\\d+\\.so");

    private static final String INSTALL_VERBS =
            "apt install libibverbs1 ibverbs-providers (Debian, Ubuntu), dnf install libibverbs (Fedora, RHEL)";
    private static final String INSTALL_CM =
            "apt install librdmacm1 (Debian, Ubuntu), dnf install librdmacm (Fedora, RHEL)";

    private final MachineState machine;

    LibrarySteps(MachineState machine) {
        this.machine = machine;
    }

    List<Finding> findings() {
        return List.of(library("libibverbs", 33, INSTALL_VERBS), library("librdmacm", 23, INSTALL_CM), drivers());
    }

    private Finding library(String name, int oldest, String install) {
        Optional<Path> found = find(name + ".so.1");
        if (found.isEmpty()) {
            return Finding.note(name, name + ".so.1 is not in a standard directory", install);
        }
        Path file = found.get();
        Matcher version = VERSION.matcher(resolved(file));
        if (!version.matches()) {
            return Finding.ok(name, shown(file));
        }
        String text = shown(file) + " of rdma-core " + version.group(1);
        return Integer.parseInt(version.group(1)) < oldest
                ? Finding.problem(name, text + "; Verbena needs " + oldest + " or newer", install)
                : Finding.ok(name, text);
    }

    private Finding drivers() {
        String names = directories()
                .flatMap(directory -> machine.list(directory.resolve("libibverbs")).stream())
                .map(file -> DRIVER.matcher(file.getFileName().toString()))
                .filter(Matcher::matches)
                .map(driver -> driver.group(1))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return names.isEmpty()
                ? Finding.note("drivers", "libibverbs has no driver", INSTALL_VERBS)
                : Finding.ok("drivers", "libibverbs has " + names);
    }

    private Optional<Path> find(String name) {
        return directories()
                .map(directory -> directory.resolve(name))
                .filter(Files::exists)
                .findFirst();
    }

    private Stream<Path> directories() {
        Stream<String> first = Stream.of(machine.environment()
                        .getOrDefault("LD_LIBRARY_PATH", "")
                        .split(":", -1))
                .filter(directory -> directory.startsWith("/"))
                .map(directory -> directory.substring(1));
        return Stream.concat(first, DIRECTORIES.stream()).map(machine::path);
    }

    private static String resolved(Path file) {
        try {
            return file.toRealPath().getFileName().toString();
        } catch (IOException e) {
            return file.getFileName().toString();
        }
    }

    private String shown(Path file) {
        return "/" + machine.root().relativize(file);
    }
}
