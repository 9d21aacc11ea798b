package org.verbena.itests.sim;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.verbena.Verbs;
import org.verbena.core.model.DriverModels;
import org.verbena.spi.model.DriverModel;
import org.verbena.tck.ConformanceKit;
import org.verbena.tck.Deviations;

/** Runs the kit on every profile of the simulator, with the deviations of the file named after it. */
class SimIT {
    private static final Set<String> CONNECTIONS = Set.of("rxe", "mlx5");

    @TestFactory
    Stream<DynamicNode> profiles() {
        return DriverModels.all().stream()
                .map(DriverModel::name)
                .map(profile -> DynamicContainer.dynamicContainer(profile, kit(profile)));
    }

    private static Stream<DynamicNode> kit(String profile) {
        String twoDevices = profile + "," + profile;
        ConformanceKit kit = ConformanceKit.on(
                        Verbs.provider("sim").configure(Map.of("profile", twoDevices)), "sim_" + profile + "_0")
                .peer("sim_" + profile + "_1")
                .environment("sim")
                .deviations(Deviations.resource(SimIT.class, profile + ".txt"));
        // Connection management hardly depends on the profile.
        return (CONNECTIONS.contains(profile) ? kit.connections() : kit).tests();
    }
}
