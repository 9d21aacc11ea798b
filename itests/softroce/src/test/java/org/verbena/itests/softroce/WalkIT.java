// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.verbena.tck.engine.StressLauncher;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.engine.Walk;

/** Checks that each step has the same result on the simulator and on rdma_rxe of two kernels. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class WalkIT {
    private static final Path ALLOWANCES = Path.of("src", "test", "walk");

    private static final String NETWORK_KERNEL = "6.12";
    private static final List<String> KERNELS = List.of(NETWORK_KERNEL, "6.1");

    /** Starts a command on a host that is connected to the device rxe9 by a network. */
    private static final List<String> BESIDE_RXE = List.of(
            Path.of("src", "test", "sh", "beside-rxe.sh").toAbsolutePath().toString());

    /** Starts a command on a host whose only device is rxe0, with a route to multicast groups. */
    private static final List<String> ONLY_RXE0 = List.of(
            Path.of("src", "test", "sh", "only-rxe0.sh").toAbsolutePath().toString());

    private static final String PROFILE = "profile=rxe-" + NETWORK_KERNEL;
    private static final String ADDRESS = "address=192.168.98.2";

    /** A walk in a guest. */
    @FunctionalInterface
    private interface GuestWalk {
        void run() throws Exception;
    }

    @ParameterizedTest
    @FieldSource("KERNELS")
    void rxeAndItsModelAgree(String kernel) throws Exception {
        GuestCommand.check(kernel);
        walk("walk-rxe-" + kernel, Walk.Steps.CONTROL, kernel, "rxe-" + kernel + ".txt");
    }

    @TestFactory
    Stream<DynamicTest> rxeAndItsModelCompleteWorkRequestsAlike() throws Exception {
        Map<String, GuestWalk> walks = new LinkedHashMap<>();
        for (String kernel : KERNELS) {
            GuestCommand.check(kernel);
            walks.put(kernel, () -> walk("data-rxe-" + kernel, Walk.Steps.DATA, kernel, "data-rxe-" + kernel + ".txt"));
        }
        return inParallel(walks);
    }

    /**
     * Connections of two devices on a network behave like two simulated devices in one process. Walks from rdma_rxe to
     * itself, and between rdma_rxe and a simulated device in both directions.
     */
    @TestFactory
    Stream<DynamicTest> rxeAndSimulatorsOnOneNetworkCompleteWorkRequestsAlike() throws Exception {
        GuestCommand.check(NETWORK_KERNEL);
        Map<String, GuestWalk> walks = new LinkedHashMap<>();
        walks.put(
                "rxe to rxe",
                () -> networkWalk(2, List.of(), "ffm", "rxe0", "--peer-provider", "ffm", "--peer-device", "rxe1"));
        walks.put(
                "rxe to simulator",
                () -> networkWalk(
                        1,
                        BESIDE_RXE,
                        "ffm",
                        "rxe9",
                        "--peer-provider",
                        "sim",
                        "--peer-option",
                        PROFILE,
                        "--peer-option",
                        ADDRESS));
        walks.put(
                "simulator to rxe",
                () -> networkWalk(
                        1,
                        BESIDE_RXE,
                        "sim",
                        "sim_rxe_0",
                        "--option",
                        PROFILE,
                        "--option",
                        ADDRESS,
                        "--peer-provider",
                        "ffm",
                        "--peer-device",
                        "rxe9"));
        return inParallel(walks);
    }

    /**
     * Connection management has the same results on rdma_rxe and on its model. Identifiers of one host connect to each
     * other. The guest has two devices, because only a network device with a peer resolves addresses.
     */
    @TestFactory
    Stream<DynamicTest> rxeAndItsModelConnectAlike() throws Exception {
        Map<String, GuestWalk> walks = new LinkedHashMap<>();
        for (String kernel : KERNELS) {
            GuestCommand.check(kernel);
            walks.put(kernel, () -> cmWalk(kernel));
        }
        return inParallel(walks);
    }

    private static void cmWalk(String kernel) throws Exception {
        Walk walk = new Walk(Walk.Steps.CM, "rxe-" + kernel, ALLOWANCES.resolve("cm-rxe-" + kernel + ".txt"));
        StressLauncher launcher =
                StressLauncher.of(StressSettings.inGuest(walk.kind()), "walk-cm-rxe-" + kernel, "rxe0", "ffm");
        walk.run(launcher.withJava(GuestCommand.jvm(kernel, GuestCommand.Cpus.ONE, 2, ONLY_RXE0, launcher)));
    }

    private static void networkWalk(int hosts, List<String> starter, String provider, String device, String... options)
            throws Exception {
        Walk walk = new Walk(
                Walk.Steps.DATA, "rxe-" + NETWORK_KERNEL, ALLOWANCES.resolve("data-network.txt"), List.of(options));
        StressLauncher launcher =
                StressLauncher.of(StressSettings.inGuest(walk.kind()), "data-network", device, provider);
        walk.run(launcher.withJava(GuestCommand.jvm(NETWORK_KERNEL, GuestCommand.Cpus.ONE, hosts, starter, launcher)));
    }

    /** Runs walks in parallel, because the guests are mostly idle. */
    private static Stream<DynamicTest> inParallel(Map<String, GuestWalk> walks) {
        Map<String, Future<?>> results = new LinkedHashMap<>();
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            walks.forEach((name, walk) -> results.put(name, threads.submit(() -> {
                walk.run();
                return null;
            })));
        } finally {
            threads.shutdown();
        }
        return results.entrySet().stream().map(walk -> dynamicTest(walk.getKey(), () -> finish(walk.getValue())));
    }

    private static void finish(Future<?> walk) throws Throwable {
        try {
            walk.get();
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    private static void walk(String environment, Walk.Steps steps, String kernel, String allowances) throws Exception {
        Walk walk = new Walk(steps, "rxe-" + kernel, ALLOWANCES.resolve(allowances));
        StressLauncher launcher = StressLauncher.of(StressSettings.inGuest(walk.kind()), environment, "rxe0", "ffm");
        walk.run(launcher.withJava(GuestCommand.jvm(kernel, GuestCommand.Cpus.ONE, 1, List.of(), launcher)));
    }
}
