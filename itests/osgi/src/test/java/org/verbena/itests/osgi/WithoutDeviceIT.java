// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.itests.harness.Bundles.BACKEND;
import static org.verbena.itests.harness.Bundles.CONFIG;
import static org.verbena.itests.harness.Bundles.ECHO;
import static org.verbena.itests.harness.Bundles.INSIDE;
import static org.verbena.itests.harness.Bundles.PROVIDERS;
import static org.verbena.itests.harness.Bundles.SCR;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.itests.harness.Await;
import org.verbena.itests.harness.Configurations;
import org.verbena.itests.harness.OsgiFramework;
import org.verbena.tck.engine.TestCount;

/** Checks a host with libibverbs but without a device. The native providers rank last and have no devices. */
@Tag("without-device")
class WithoutDeviceIT {
    @RegisterExtension
    static final TestCount COUNT = new TestCount("osgi", OsgiFramework.kind(), "without-device");

    private static final String SIM = "sim sim_mlx5_0";

    @TempDir
    Path storage;

    private OsgiFramework framework;

    @BeforeEach
    void start() throws Exception {
        plugIn("no-device");
        framework = OsgiFramework.start(storage).with(SCR.and(CONFIG, PROVIDERS, INSIDE));
    }

    @AfterEach
    void stop() throws Exception {
        framework.close();
    }

    @Test
    void nativeProvidersAreThereAndRankLast() {
        assertThat(Providers.names(framework)).containsExactly("sim", "ffm", "jna");
        assertThat(Providers.properties(framework, "ffm"))
                .containsEntry("verbs.available", false)
                .containsEntry("service.ranking", 100 - 1_000_000);
    }

    @Test
    void theServiceDescriptionNamesTheReason() {
        assertThat((String) framework
                        .services(Providers.SERVICE, "(verbs.provider=ffm)")
                        .get(0)
                        .getProperty("service.description"))
                .contains("no RDMA device");
    }

    @Test
    void noServiceIsBothNativeAndAvailable() {
        assertThat(framework.services(Providers.SERVICE, "(&(verbs.native=true)(verbs.available=true))"))
                .isEmpty();
    }

    @Test
    void aConfigurationChangeDetectsANewDevice() throws Exception {
        Object id = framework
                .services(Providers.SERVICE, "(verbs.provider=ffm)")
                .get(0)
                .getProperty("service.id");
        plugIn("tree");
        assertThat(Providers.names(framework)).containsExactly("sim", "ffm", "jna");

        new Configurations(framework).set("org.verbena.provider.ffm", Map.of("probed", "again"));

        Await.until("ffm to rank first", () -> Providers.names(framework), List.of("ffm", "sim", "jna")::equals);
        assertThat(framework
                        .services(Providers.SERVICE, "(verbs.available=true)")
                        .get(0)
                        .getProperty("service.id"))
                .isEqualTo(id);
        assertThat(Providers.properties(framework, "ffm")).containsEntry("service.ranking", 100);
    }

    @Test
    void theSimulatorIsTheBackendUnlessHardwareIsNamed() throws Exception {
        framework.with(BACKEND.and(ECHO));
        Consumer consumer = new Consumer(framework);
        assertThat(consumer.way()).isEqualTo(SIM);

        consumer.backend("ffm");
        consumer.awaitEnd();
        assertThat(framework.services(Providers.SERVICE, "(verbs.selected=true)"))
                .isEmpty();

        consumer.withoutConfiguration();
        consumer.awaitWay(SIM);

        consumer.backend(Map.of("native.only", true));
        consumer.awaitEnd();
        assertThat(consumer.isThere()).isFalse();
    }

    /** Replaces the directory that libibverbs reads with a link to a directory of devices. */
    private static void plugIn(String devices) throws IOException {
        Path tree = Path.of(System.getenv("FAKEVERBS_TREE"));
        Files.deleteIfExists(tree);
        Files.createSymbolicLink(tree, tree.resolveSibling(devices));
    }
}
