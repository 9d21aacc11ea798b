// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import org.verbena.Verbs;
import org.verbena.VerbsProvider;
import org.verbena.tck.ConformanceKit;
import org.verbena.tck.Deviations;

/** Provides the device of this environment: libmlx5 of the distribution on the faked kernel. */
final class Mlx5 {
    static final String DEVICE = "mlx5_0";

    private Mlx5() {}

    static VerbsProvider provider(String name) {
        return Verbs.provider(name);
    }

    static ConformanceKit kit(String provider) {
        return ConformanceKit.on(provider(provider), DEVICE)
                .environment("mlx5")
                .deviations(Deviations.resource(Mlx5.class, "deviations.txt"));
    }
}
