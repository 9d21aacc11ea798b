package org.verbena.bench.run;

import java.nio.file.Path;

/**
 * Where things are in this checkout.
 *
 * @param directory its top
 */
public record Checkout(Path directory) {
    private static final String BENCH = "bench";

    /** The module's own directory for what is built and measured. */
    public Path target() {
        return directory.resolve(BENCH).resolve("target");
    }

    String classPath() {
        return target().resolve("classes") + ":" + target().resolve("lib") + "/*";
    }

    Path programInC() {
        return target().resolve("native/verbena-bench-c");
    }

    Path fakedKernel() {
        return directory.resolve("itests/mlx5/target/native/libfakeverbs.so");
    }

    Path fakedTree() {
        return directory.resolve("itests/mlx5/target/native/tree");
    }

    Path guestScript(String name) {
        return directory.resolve("itests/softroce/src/main/sh").resolve(name);
    }
}
