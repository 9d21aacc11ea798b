// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Runs the behaviours of connection management with both providers in guests, and reports each of them here. The guests
 * run at the same time. The last class in a guest removes the device.
 */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class CmIT {
    private static final List<String> KERNELS = List.of("6.12", "6.1");

    @TestFactory
    Stream<DynamicNode> connectionManagementInTheGuests() throws Exception {
        return Guest.tests(KERNELS, "cm", Guest::startForConnections);
    }
}
