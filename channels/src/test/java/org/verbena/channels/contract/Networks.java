// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The networks under test. The first one is the reference. Each test class opens its own networks. */
final class Networks {
    private static final List<Supplier<TestNetwork>> ALL =
            List.of(JdkTcp::new, SimulatedNetwork::inProcess, SimulatedNetwork::roceLoopback);

    private Networks() {}

    /** Opens the networks one after the other. JUnit closes each of them after its tests. */
    static Stream<TestNetwork> all() {
        return ALL.stream().map(Supplier::get);
    }
}
