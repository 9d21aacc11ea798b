// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs the conformance kit and the programs of the documentation in guests on both providers, and reports each of their
 * tests here.
 *
 * <p>It starts first, because it takes the longest. Its guests wait for minutes: rdma_rxe gives a bound window 50 seconds to
 * go.
 */
@Order(1)
class GuestIT {
    private static final List<String> KERNELS = List.of("6.12", "6.1");

    @TestFactory
    Stream<DynamicNode> behavioursInTheGuests() throws Exception {
        return Guest.tests(KERNELS, "guest", Guest::start);
    }
}
