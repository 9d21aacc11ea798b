// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.verbena.error.Errno;
import org.verbena.tck.guide.GuideRun;
import org.verbena.tck.guide.GuideTests;

/** Checks that the example programs of the documentation print the documented output on libmlx5. */
class GuideIT {
    private static final Path TOP = Path.of("..", "..");
    private static final String ENVIRONMENT = "guides-mlx5";

    /** The faked kernel does not implement connection management. */
    private static final GuideRun.End NO_CM = GuideRun.End.refused("rdma_create_event_channel", Errno.ENOSYS);

    private static final Map<String, GuideRun.End> ENDS = Map.of("ConnectByAddress", NO_CM, "KeyValueStore", NO_CM);

    @TestFactory
    Stream<DynamicNode> programsOnFfm() {
        return GuideTests.on("ffm", Mlx5.DEVICE, TOP).ends(ENDS).tests(ENVIRONMENT);
    }

    @TestFactory
    Stream<DynamicNode> programsOnJna() {
        return GuideTests.on("jna", Mlx5.DEVICE, TOP).ends(ENDS).tests(ENVIRONMENT);
    }
}
