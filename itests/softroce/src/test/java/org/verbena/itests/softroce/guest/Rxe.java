package org.verbena.itests.softroce.guest;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.verbena.Verbs;
import org.verbena.tck.ConformanceKit;
import org.verbena.tck.Deviations;

/** The device of the guest: rdma_rxe of its kernel. */
final class Rxe {
    private Rxe() {}

    static Stream<DynamicNode> behaviours(String provider) {
        return ConformanceKit.on(Verbs.provider(provider), "rxe0")
                .lane("softroce")
                .deviations(Deviations.resource(Rxe.class, "rxe-6.12.txt"))
                .tests();
    }
}
