// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestFactory;
import org.verbena.tck.engine.Effort;

/**
 * Runs the conformance kit and the programs of the documentation with both providers in guests, and reports each test
 * here.
 *
 * <p>This test starts first, because it takes the longest. The guests wait for minutes, because rdma_rxe waits 50
 * seconds for a bound window to be released.
 */
@Order(1)
class GuestIT {
    private static final List<String> KERNELS = Effort.now() == Effort.FULL ? List.of("6.12", "6.1") : List.of("6.12");

    @TestFactory
    Stream<DynamicNode> behavioursInTheGuests() throws Exception {
        return Guest.tests(KERNELS, "guest", Guest::start);
    }
}
