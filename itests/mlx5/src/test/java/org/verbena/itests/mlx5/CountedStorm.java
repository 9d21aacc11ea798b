// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import org.verbena.tck.storm.Storm;

/** Runs a storm after which the kernel must have no object left. {@code StormIT} starts it. */
final class CountedStorm {
    private CountedStorm() {}

    public static void main(String[] arguments) throws Exception {
        Storm.run(arguments, FakedKernel::objects);
    }
}
