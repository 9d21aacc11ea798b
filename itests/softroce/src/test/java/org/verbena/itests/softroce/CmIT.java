// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.verbena.tck.engine.Effort;

/**
 * Runs the behaviours of connection management in guests on both providers, and reports each of them here. The guests run
 * at the same time. The last class in a guest removes the device.
 */
class CmIT {
    /** Both kernels show the same, so the usual run has only one of them. */
    private static final List<String> KERNELS = Effort.now() == Effort.FULL ? List.of("6.12", "6.1") : List.of("6.12");

    @TestFactory
    Stream<DynamicNode> connectionManagementInTheGuests() throws Exception {
        return Guest.tests(KERNELS, "cm", Guest::startForConnections);
    }
}
