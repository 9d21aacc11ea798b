// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.verbena.cli.Main;
import org.verbena.itests.softroce.guest.CommandServer;
import org.verbena.tck.engine.Prerequisites;
import org.verbena.tck.engine.StressLauncher;

/** Builds the command lines of guests and of the JVMs in them. */
final class GuestCommand {
    /**
     * Only a hanging guest exceeds this limit. On an idle machine with two processors, the longest run takes ten
     * minutes.
     */
    static final Duration LIMIT = Duration.ofHours(1);

    private static final Path ONE_JVM = Path.of("src", "test", "sh", "in-one-jvm.sh");

    private GuestCommand() {}

    static Path script() {
        return Path.of(System.getProperty("guest.script"));
    }

    /** The processors of a guest. With one processor, the emulator uses 25% less processor time of this machine. */
    enum Cpus {
        /** One processor, for a single program. */
        ONE("1"),
        /** Two processors, for programs that poll for each other, and for tests of concurrent threads. */
        TWO("2");

        private final String number;

        Cpus(String number) {
            this.number = number;
        }
    }

    /**
     * Returns the words that precede the command of the guest.
     *
     * @param kernel the series of its kernel
     * @param cpus its processors
     * @param hosts the number of hosts: one has rxe0, two also have rxe1
     * @param share the directory for the results
     */
    static List<String> boot(String kernel, Cpus cpus, int hosts, Path share) {
        return boot(kernel, cpus, hosts(hosts), share, LIMIT);
    }

    private static List<String> hosts(int number) {
        return List.of("--hosts", Integer.toString(number));
    }

    /**
     * Returns the same words for a guest whose device is connected to a tap device.
     *
     * @param kernel the series of its kernel
     * @param tap the tap device
     * @param share the directory for the results
     */
    static List<String> bootOnTap(String kernel, String tap, Path share) {
        return boot(kernel, Cpus.ONE, List.of("--tap", tap), share, LIMIT);
    }

    /**
     * Returns the same words for a guest whose device is connected to the device of another guest.
     *
     * @param kernel the series of its kernel
     * @param wire the directory of the wire's sockets
     * @param end the end, 1 or 2
     * @param share the directory for the results
     */
    static List<String> bootOnWire(String kernel, Path wire, int end, Path share) {
        return boot(kernel, Cpus.ONE, List.of("--wire", wire.toString(), "--end", Integer.toString(end)), share, LIMIT);
    }

    private static List<String> boot(String kernel, Cpus cpus, List<String> network, Path share, Duration limit) {
        List<String> words = new ArrayList<>(List.of(script().toString(), "--kernel", kernel, "--cpus", cpus.number));
        words.addAll(network);
        words.addAll(List.of("--share", share.toString(), "--timeout", Long.toString(limit.toSeconds()), "--"));
        return List.copyOf(words);
    }

    /** Requires that a guest with this kernel can run. */
    static void check(String kernel) throws IOException, InterruptedException {
        Prerequisites.requireGuest("softroce", script(), kernel);
    }

    /** Returns the command of this JVM with the options for guests. */
    static List<String> java() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + script().resolveSibling("java.options"));
    }

    /**
     * Returns the words that boot a guest with one host and two processors for a stress test. They also start a JVM
     * with the class path of the tests.
     *
     * @param kernel the series of its kernel
     * @param test the test, whose files and time limit the guest shares
     */
    static List<String> jvm(String kernel, StressLauncher test) throws IOException, InterruptedException {
        return jvm(kernel, Cpus.TWO, 1, List.of(), test);
    }

    /**
     * Returns the same words for another guest, in which a command starts the JVM.
     *
     * @param kernel the series of its kernel
     * @param cpus its processors
     * @param hosts the number of hosts
     * @param starter the command that precedes the command of the JVM
     * @param test the test, whose files and time limit the guest shares
     */
    static List<String> jvm(String kernel, Cpus cpus, int hosts, List<String> starter, StressLauncher test)
            throws IOException, InterruptedException {
        return Stream.of(boot(kernel, cpus, hosts(hosts), test.directory(), test.timeout()), starter, tests())
                .flatMap(List::stream)
                .toList();
    }

    /** Returns the command line of {@code verbena} on this host. */
    static List<String> verbena() throws IOException, InterruptedException {
        return Stream.concat(tests().stream(), Stream.of(Main.class.getName())).toList();
    }

    /** Returns the command line of {@code verbena} in a guest. All commands on one host share a JVM. */
    static List<String> verbenaInGuest() throws IOException, InterruptedException {
        return Stream.of(
                        List.of(ONE_JVM.toRealPath().toString()), tests(), List.of(CommandServer.class.getName(), "--"))
                .flatMap(List::stream)
                .toList();
    }

    /** Returns the command of a JVM with the class path of the tests and a cache of its classes. */
    static List<String> tests() throws IOException, InterruptedException {
        return ClassCache.command();
    }

    /** Returns the class path of the guest: the tests, the project and their dependencies. */
    static String classPath() throws IOException {
        try (Stream<Path> jars = Files.list(Path.of(System.getProperty("guest.classpath")))) {
            return jars.map(Path::toString).sorted().collect(Collectors.joining(File.pathSeparator));
        }
    }
}
