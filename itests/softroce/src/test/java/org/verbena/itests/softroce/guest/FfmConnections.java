// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce.guest;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Runs the conformance kit for connection management with provider ffm in a guest. {@code CmIT} starts it. */
class FfmConnections {
    @TestFactory
    Stream<DynamicNode> behaviours() {
        return Rxe.connections("ffm");
    }
}
