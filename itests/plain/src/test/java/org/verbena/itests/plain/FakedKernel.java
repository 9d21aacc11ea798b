// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.plain;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Builds the faked kernel of itests/mlx5, which provides a device for native providers. */
final class FakedKernel {
    private static final Path SOURCES =
            Path.of("../../testbed/mlx5").toAbsolutePath().normalize();
    private static final Path OUT = Path.of("target/native").toAbsolutePath();

    private FakedKernel() {}

    /** Builds the library. Skips the test without a compiler or the headers, unless the environment is required. */
    static Path library() throws IOException, InterruptedException {
        boolean required = "required".equals(System.getProperty("verbena.environments"));
        boolean buildable = Files.isExecutable(Path.of("/usr/bin/gcc"))
                && Files.isReadable(Path.of("/usr/include/infiniband/verbs.h"));
        assumeTrue(buildable || required, "gcc or infiniband/verbs.h is missing");
        Process make = new ProcessBuilder("make", "-s", "-C", SOURCES.toString(), "OUT=" + OUT)
                .inheritIO()
                .start();
        if (make.waitFor() != 0) {
            throw new AssertionError("make in " + SOURCES + " failed");
        }
        return OUT.resolve("libfakeverbs.so");
    }
}
