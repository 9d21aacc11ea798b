// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.verbena.Verbs;
import org.verbena.core.model.DriverModels;
import org.verbena.spi.model.DriverModel;
import org.verbena.tck.ConformanceKit;
import org.verbena.tck.Deviations;
import org.verbena.tck.engine.Effort;

/**
 * Runs the conformance kit on every profile of the simulator, with the deviations in the file named after the profile.
 * A brief run has only the profiles of three drivers and of one document. Connection management hardly depends on the profile, so its
 * behaviours run on only two profiles.
 */
class SimIT {
    private static final Set<String> BRIEF_PROFILES = Set.of("mlx5", "rxe", "irdma", "aix");

    @TestFactory
    Stream<DynamicNode> profiles() {
        return DriverModels.all().stream()
                .map(DriverModel::name)
                .filter(profile -> Effort.now() == Effort.FULL || BRIEF_PROFILES.contains(profile))
                .map(profile -> dynamicContainer(
                        profile,
                        kit(profile)
                                .environment("sim")
                                .deviations(Deviations.resource(SimIT.class, profile + ".txt"))
                                .tests()));
    }

    @TestFactory
    Stream<DynamicNode> connections() {
        return Stream.of("rxe", "mlx5")
                .map(profile -> dynamicContainer(
                        profile,
                        kit(profile).connections().environment("cm-sim").tests()));
    }

    private static ConformanceKit kit(String profile) {
        String twoDevices = profile + "," + profile;
        return ConformanceKit.on(
                        Verbs.provider("sim").configure(Map.of("profile", twoDevices)), "sim_" + profile + "_0")
                .peer("sim_" + profile + "_1");
    }
}
