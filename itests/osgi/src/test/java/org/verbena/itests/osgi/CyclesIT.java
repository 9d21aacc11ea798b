// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.itests.harness.Bundles.BACKEND;
import static org.verbena.itests.harness.Bundles.BASE;
import static org.verbena.itests.harness.Bundles.COMMANDS;
import static org.verbena.itests.harness.Bundles.COMMAND_LIBRARIES;
import static org.verbena.itests.harness.Bundles.CONFIG;
import static org.verbena.itests.harness.Bundles.ECHO;
import static org.verbena.itests.harness.Bundles.FFM;
import static org.verbena.itests.harness.Bundles.GOGO;
import static org.verbena.itests.harness.Bundles.JNA_LIBRARY;
import static org.verbena.itests.harness.Bundles.JNA_PROVIDER;
import static org.verbena.itests.harness.Bundles.LIBIBVERBS;
import static org.verbena.itests.harness.Bundles.SCR;
import static org.verbena.itests.harness.Bundles.SIM;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleWiring;
import org.verbena.itests.harness.Await;
import org.verbena.itests.harness.Bundles;
import org.verbena.itests.harness.Configurations;
import org.verbena.itests.harness.OsgiFramework;
import org.verbena.tck.engine.TestCount;
import org.verbena.tck.fixture.Footprint;

/**
 * Checks that cycles of installing, starting, using and uninstalling all bundles of Verbena leak nothing. The system
 * property {@code verbena.osgi.cycles} sets the number of cycles.
 */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class CyclesIT {
    @RegisterExtension
    static final TestCount COUNT = new TestCount("osgi", OsgiFramework.kind(), "cycles");

    private static final long CYCLES = Long.getLong("verbena.osgi.cycles", 100);
    // After these cycles, all classes of the JDK and all drivers of libibverbs are loaded.
    private static final int WARM_UP = 6;
    // In KiB. A consumer that leaks its registered memory in each of 40 cycles exceeds this limit.
    private static final long BUFFERS_OF_THE_JDK = 1024;
    // Equinox itself retains the bundles that it has refreshed last. Felix releases everything.
    private static final int HELD_BY_FRAMEWORK = OsgiFramework.kind().equals("equinox") ? 2 : 0;
    private static final List<String> PROVIDERS = List.of("sim", "ffm", "jna");
    private static final Bundles VERBENA = BASE.and(SIM, LIBIBVERBS, FFM, JNA_PROVIDER, BACKEND, ECHO, COMMANDS);

    @TempDir
    Path storage;

    /** The class loaders of the bundles of each cycle, by the name of the bundle. */
    private final List<Map<String, WeakReference<ClassLoader>>> loaders = new ArrayList<>();

    private OsgiFramework framework;

    @BeforeEach
    void start() throws Exception {
        framework = OsgiFramework.start(storage).with(SCR.and(CONFIG, GOGO, JNA_LIBRARY, COMMAND_LIBRARIES));
        Configurations configurations = new Configurations(framework);
        configurations.set("org.verbena.jmx", Map.of("enabled", true));
        configurations.add("org.verbena.provider.sim.device", "one", Map.of("name", "sim_one"));
    }

    @AfterEach
    void stop() throws Exception {
        framework.close();
    }

    @Test
    void cyclesLeakNothing() throws Exception {
        for (int cycle = 0; cycle < WARM_UP; cycle++) {
            comeAndGo(cycle);
        }
        allAreCollected();
        Footprint before = Footprint.now();
        long memory = TrackedMemory.now();

        for (int cycle = 0; cycle < CYCLES; cycle++) {
            comeAndGo(cycle);
        }

        allAreCollected();
        Await.until("no more resources than before", () -> grownSince(before), Map::isEmpty);
        Await.until("no more memory than before", () -> grownSince(memory), grown -> grown <= BUFFERS_OF_THE_JDK);
    }

    private void comeAndGo(int cycle) throws Exception {
        String provider = PROVIDERS.get(cycle % PROVIDERS.size());
        List<Bundle> bundles = framework.install(VERBENA);
        for (Bundle bundle : bundles) {
            bundle.start();
        }
        Consumer consumer = new Consumer(framework);
        consumer.backend(provider);
        Await.until("echo by " + provider, consumer::way, way -> way.startsWith(provider));
        assertThat(consumer.echo("cycle " + cycle)).isEqualTo("cycle " + cycle);
        try (Shell shell = new Shell(framework.context())) {
            assertThat(shell.run("verbs:handles")).contains("queue pair");
        }

        loaders.add(bundles.stream()
                .collect(Collectors.toMap(
                        Bundle::getSymbolicName,
                        bundle -> new WeakReference<>(
                                bundle.adapt(BundleWiring.class).getClassLoader()))));
        framework.without(bundles);
    }

    private void allAreCollected() {
        Await.until("all class loaders to be collected", this::loadersLeft, List::isEmpty);
    }

    private static Map<String, Long> grownSince(Footprint before) {
        System.gc();
        return Footprint.now().grownSince(before);
    }

    private static long grownSince(long memory) {
        System.gc();
        return TrackedMemory.now() - memory;
    }

    /** Returns the names of the bundles whose class loaders are reachable. */
    private List<String> loadersLeft() {
        System.gc();
        return loaders.subList(0, loaders.size() - HELD_BY_FRAMEWORK).stream()
                .flatMap(cycle -> cycle.entrySet().stream())
                .filter(loader -> loader.getValue().get() != null)
                .map(Map.Entry::getKey)
                .toList();
    }
}
