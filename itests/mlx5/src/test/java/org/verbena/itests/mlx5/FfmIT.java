// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class FfmIT {
    @TestFactory
    Stream<DynamicNode> behaviours() {
        return Mlx5.kit("ffm").tests();
    }
}
