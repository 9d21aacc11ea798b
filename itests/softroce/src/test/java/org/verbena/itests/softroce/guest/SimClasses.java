// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce.guest;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.verbena.Verbs;
import org.verbena.tck.ConformanceKit;

/** Runs the conformance kit on the simulator of this host, so that the JVM loads its classes. */
public class SimClasses {
    @TestFactory
    Stream<DynamicNode> behaviours() {
        return Stream.concat(kit().tests(), kit().connections().tests());
    }

    private static ConformanceKit kit() {
        return ConformanceKit.on(Verbs.provider("sim").configure(Map.of("profile", "mlx5,mlx5")), "sim_mlx5_0")
                .peer("sim_mlx5_1")
                .environment("class-cache");
    }
}
