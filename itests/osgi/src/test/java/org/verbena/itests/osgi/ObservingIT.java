// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.itests.harness.Bundles.BACKEND;
import static org.verbena.itests.harness.Bundles.BASE;
import static org.verbena.itests.harness.Bundles.CONFIG;
import static org.verbena.itests.harness.Bundles.INSIDE;
import static org.verbena.itests.harness.Bundles.SCR;
import static org.verbena.itests.harness.Bundles.SIM;

import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.itests.harness.Await;
import org.verbena.itests.harness.Configurations;
import org.verbena.itests.harness.InsideObject;
import org.verbena.itests.harness.OsgiFramework;
import org.verbena.tck.engine.TestCount;

/** Checks that the MBean and flight recordings show the handles of bundles. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class ObservingIT {
    @RegisterExtension
    static final TestCount COUNT = new TestCount("osgi", OsgiFramework.kind(), "observing");

    @TempDir
    Path storage;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private OsgiFramework framework;
    private Configurations configurations;
    private ObjectName name;

    @BeforeEach
    void start() throws Exception {
        framework = OsgiFramework.start(storage).with(SCR.and(CONFIG, BASE, SIM, BACKEND, INSIDE));
        configurations = new Configurations(framework);
        name = new ObjectName("org.verbena:type=Handles");
    }

    @AfterEach
    void stop() throws Exception {
        framework.close();
        assertThat(server.isRegistered(name)).isFalse();
    }

    @Test
    void theMBeanIsRegisteredWhileAConfigurationEnablesIt() throws Exception {
        assertThat(server.isRegistered(name)).isFalse();

        configurations.set("org.verbena.jmx", Map.of());
        registered(true);
        InsideObject user = framework.newInside("CarelessUser", "sim");
        assertThat(server.getAttribute(name, "Count")).isEqualTo(5);
        // The user must stay reachable, because a garbage collection could close its handles before they are counted.
        Reference.reachabilityFence(user);

        configurations.set("org.verbena.jmx", Map.of("enabled", false));
        registered(false);
        configurations.set("org.verbena.jmx", Map.of("enabled", true));
        registered(true);
        configurations.delete("org.verbena.jmx");
        registered(false);
    }

    @Test
    void stoppingTheBundleUnregistersTheMBean() throws Exception {
        configurations.set("org.verbena.jmx", Map.of());
        registered(true);

        framework.bundle("org.verbena.osgi").stop();

        assertThat(server.isRegistered(name)).isFalse();
    }

    @Test
    void aRecordingContainsTheHandlesThatBundlesCreate() throws Exception {
        Path file = storage.resolve("recording.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("org.verbena.HandleCreate");
            recording.start();
            framework.newInside("CarelessUser", "sim");
            recording.dump(file);
        }

        assertThat(RecordingFile.readAllEvents(file))
                .extracting(event -> event.getString("verb"))
                .contains("ibv_open_device", "ibv_alloc_pd", "ibv_create_cq", "ibv_create_qp", "ibv_reg_mr");
    }

    private void registered(boolean expected) {
        Await.until("the MBean", () -> server.isRegistered(name), now -> now == expected);
    }
}
