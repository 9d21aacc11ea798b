// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Predicate;

/**
 * The machine that is checked. Files of the kernel are input like any other: a file that cannot be read counts as
 * missing, and long files and directories are read in part.
 *
 * @param root the root of the file system
 * @param properties the system properties of the JVM
 * @param environment the environment variables
 * @param nativeAccess whether the JVM permits native access, empty if it does not ask for permission
 * @param accessible whether this user can read and write a file
 * @param rocePort the UDP port of RoCEv2
 */
record MachineState(
        Path root,
        Properties properties,
        Map<String, String> environment,
        Optional<Boolean> nativeAccess,
        Predicate<Path> accessible,
        int rocePort) {
    private static final int ROCE_PORT = 4791;
    private static final int MAX_BYTES = 1 << 14;
    private static final int MAX_ENTRIES = 1024;
    private static final int MAX_TEXT = 100;
    private static final String FFM = "org.verbena.provider.ffm";

    /** Returns this machine. */
    static MachineState local() {
        return new MachineState(
                Path.of("/"),
                System.getProperties(),
                System.getenv(),
                isNativeAccessEnabled(ModuleLayer.boot().findModule(FFM).orElse(MachineState.class.getModule())),
                file -> Files.isReadable(file) && Files.isWritable(file),
                ROCE_PORT);
    }

    /** Calls {@code Module.isNativeAccessEnabled}, which Java has since version 22. */
    private static Optional<Boolean> isNativeAccessEnabled(Module module) {
        try {
            return Optional.of(
                    (Boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(module));
        } catch (ReflectiveOperationException e) {
            return Optional.empty();
        }
    }

    /** Returns the feature version of the JVM, for example 17. */
    int feature() {
        String version = property("java.specification.version");
        return version.matches("\\d{1,4}") ? Integer.parseInt(version) : 0;
    }

    String property(String name) {
        return properties.getProperty(name, "unknown");
    }

    boolean isLinux() {
        return property("os.name").equals("Linux");
    }

    Path path(String path) {
        return root.resolve(path);
    }

    boolean has(String path) {
        return Files.exists(path(path));
    }

    /** Returns the start of a text file, at most {@value #MAX_BYTES} bytes; empty if it cannot be read. */
    Optional<String> text(Path file) {
        // A pipe or a device could block.
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file)) {
            return Optional.of(new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the first line of an attribute in sysfs, at most {@value #MAX_TEXT} characters; empty if there is none.
     */
    String attribute(Path file) {
        return text(file)
                .flatMap(text -> text.lines().findFirst())
                .map(line -> line.length() > MAX_TEXT ? line.substring(0, MAX_TEXT) + "..." : line)
                .orElse("")
                .strip();
    }

    /** Returns the entries of a directory in the order of their names, and numbers by value; empty if there is none. */
    List<Path> list(Path directory) {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            for (Path entry : stream) {
                if (entries.size() == MAX_ENTRIES) {
                    break;
                }
                entries.add(entry);
            }
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
        Collections.sort(entries, MachineState::compareNames);
        return entries;
    }

    private static int compareNames(Path one, Path other) {
        String first = one.getFileName().toString();
        String second = other.getFileName().toString();
        boolean byLength = first.matches("\\d+") && second.matches("\\d+") && first.length() != second.length();
        return byLength ? Integer.compare(first.length(), second.length()) : first.compareTo(second);
    }

    /** Returns why this process counts as running in a container; empty if it does not. */
    Optional<String> container() {
        for (String mark : List.of(".dockerenv", "run/.containerenv")) {
            if (has(mark)) {
                return Optional.of("/" + mark + " exists");
            }
        }
        if (environment.containsKey("KUBERNETES_SERVICE_HOST")) {
            return Optional.of("KUBERNETES_SERVICE_HOST is set");
        }
        String groups = text(path("proc/1/cgroup")).orElse("");
        return List.of("docker", "kubepods", "containerd", "libpod", "lxc").stream()
                .filter(groups::contains)
                .findFirst()
                .map(name -> "/proc/1/cgroup names " + name);
    }
}
