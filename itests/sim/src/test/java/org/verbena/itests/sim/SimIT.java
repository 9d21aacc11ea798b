package org.verbena.itests.sim;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.verbena.Verbs;
import org.verbena.tck.ConformanceKit;
import org.verbena.tck.Deviations;

/** Every profile of the simulator. */
class SimIT {
    @TestFactory
    Stream<DynamicNode> spec() {
        return kit("spec");
    }

    @TestFactory
    Stream<DynamicNode> solaris() {
        return kit("solaris");
    }

    @TestFactory
    Stream<DynamicNode> aix() {
        return kit("aix");
    }

    @TestFactory
    Stream<DynamicNode> rxe() {
        return kit("rxe");
    }

    @TestFactory
    Stream<DynamicNode> rxe61() {
        return kit("rxe-6.1");
    }

    @TestFactory
    Stream<DynamicNode> mlx5() {
        return kit("mlx5");
    }

    @TestFactory
    Stream<DynamicNode> mlx4() {
        return kit("mlx4");
    }

    @TestFactory
    Stream<DynamicNode> hns() {
        return kit("hns");
    }

    @TestFactory
    Stream<DynamicNode> hnsHip08() {
        return kit("hns-hip08");
    }

    @TestFactory
    Stream<DynamicNode> efa() {
        return kit("efa");
    }

    @TestFactory
    Stream<DynamicNode> irdma() {
        return kit("irdma");
    }

    @TestFactory
    Stream<DynamicNode> irdmaGen1() {
        return kit("irdma-gen1");
    }

    @TestFactory
    Stream<DynamicNode> irdmaGen3() {
        return kit("irdma-gen3");
    }

    @TestFactory
    Stream<DynamicNode> bnxtRe() {
        return kit("bnxt_re");
    }

    @TestFactory
    Stream<DynamicNode> bnxtReVariable() {
        return kit("bnxt_re-variable");
    }

    private static Stream<DynamicNode> kit(String profile) {
        return ConformanceKit.on(Verbs.provider("sim").configure(Map.of("profile", profile)), "sim_" + profile + "_0")
                .lane("sim")
                .deviations(Deviations.resource(SimIT.class, profile + ".txt"))
                .tests();
    }
}
