// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.osgi;

import static org.verbena.itests.harness.Bundles.INSIDE;
import static org.verbena.itests.harness.Bundles.PROVIDERS;
import static org.verbena.itests.harness.Bundles.SCR;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.itests.harness.OsgiFramework;

/** Runs the conformance kit as a bundle with providers that are services. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
@Tag("kit")
class KitIT {
    private static final String ENVIRONMENT = "osgi-" + OsgiFramework.kind();
    private static final Path ITESTS = Path.of("..");

    @TempDir
    static Path storage;

    private static OsgiFramework framework;

    @BeforeAll
    static void start() throws Exception {
        framework = OsgiFramework.start(storage).with(SCR.and(PROVIDERS, INSIDE));
    }

    @AfterAll
    static void stop() throws Exception {
        framework.close();
    }

    @TestFactory
    Stream<DynamicNode> sim() throws IOException {
        String deviations = deviations("sim/src/test/resources/org/verbena/itests/sim/mlx5.txt");
        Map<String, String> twoDevices = Map.of("profile", "mlx5,mlx5");
        return kit("onDevices", "sim", twoDevices, "sim_mlx5_0", "sim_mlx5_1", ENVIRONMENT, deviations);
    }

    @TestFactory
    Stream<DynamicNode> ffm() throws IOException {
        return mlx5("ffm");
    }

    @TestFactory
    Stream<DynamicNode> jna() throws IOException {
        return mlx5("jna");
    }

    private static Stream<DynamicNode> mlx5(String provider) throws IOException {
        String deviations = deviations("mlx5/src/test/resources/org/verbena/itests/mlx5/deviations.txt");
        return kit("onDevice", provider, Map.of(), "mlx5_0", ENVIRONMENT, deviations);
    }

    @SuppressWarnings("unchecked")
    private static Stream<DynamicNode> kit(String method, Object... arguments) {
        return (Stream<DynamicNode>) framework.inside("Kit", method, arguments);
    }

    private static String deviations(String file) throws IOException {
        return Files.readString(ITESTS.resolve(file));
    }
}
