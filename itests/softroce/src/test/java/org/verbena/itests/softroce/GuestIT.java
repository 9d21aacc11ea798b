// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Runs the conformance kit and the programs of the documentation in guests on both providers, and reports each of their
 * tests here.
 *
 * <p>The kernels run in parallel with each other and with all other tests. A guest uses little more than one processor,
 * and this process only waits for minutes.
 */
@Execution(ExecutionMode.CONCURRENT)
class GuestIT {
    private static final List<String> KERNELS = List.of("6.12", "6.1");

    @TestFactory
    Stream<DynamicNode> behavioursInTheGuests() throws Exception {
        return Guest.tests(KERNELS, "guest", Guest::start);
    }
}
