// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.run;

import java.nio.file.Path;

/**
 * The locations of files in this checkout.
 *
 * @param directory the top directory
 */
public record Checkout(Path directory) {
    private static final String BENCH = "bench";

    /** Returns the module's own build directory. */
    public Path target() {
        return directory.resolve(BENCH).resolve("target");
    }

    String classPath() {
        return target().resolve("classes") + ":" + target().resolve("lib") + "/*";
    }

    Path programInC() {
        return target().resolve("native/verbena-bench-c");
    }

    /** Returns the library with the faked kernel, for {@code LD_PRELOAD}. */
    public Path fakedKernel() {
        return target().resolve("native/mlx5/libfakeverbs.so");
    }

    Path fakedTree() {
        return target().resolve("native/mlx5/tree");
    }

    Path guestScript(String name) {
        return directory.resolve("itests/softroce/src/main/sh").resolve(name);
    }
}
