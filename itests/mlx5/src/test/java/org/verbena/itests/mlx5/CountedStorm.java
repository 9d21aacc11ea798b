// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import org.verbena.tck.storm.Storm;

/** Runs a storm, and checks that no object is left in the kernel. {@code StormIT} starts this program. */
final class CountedStorm {
    private CountedStorm() {}

    public static void main(String[] arguments) throws Exception {
        Storm.run(arguments, FakedKernel::objects);
    }
}
