// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.verbena.tck.engine.Effort;

/**
 * Runs the behaviours of connection management with both providers in guests, and reports each of them here. The guests
 * run at the same time. The last class in a guest removes the device.
 */
class CmIT {
    /** The default run has only one kernel, because both kernels behave the same. */
    private static final List<String> KERNELS = Effort.now() == Effort.FULL ? List.of("6.12", "6.1") : List.of("6.12");

    @TestFactory
    Stream<DynamicNode> connectionManagementInTheGuests() throws Exception {
        return Guest.tests(KERNELS, "cm", Guest::startForConnections);
    }
}
