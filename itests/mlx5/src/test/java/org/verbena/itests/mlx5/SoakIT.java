// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import org.junit.jupiter.api.Test;
import org.verbena.tck.soak.Soak;

/** Runs many connections that break at random on the genuine libmlx5. */
class SoakIT {
    @Test
    void everyAcceptedWorkRequestCompletesOnce() throws Exception {
        Soak.run("soak-mlx5", Mlx5.provider("ffm"), Mlx5.DEVICE);
    }
}
