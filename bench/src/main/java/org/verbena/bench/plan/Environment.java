package org.verbena.bench.plan;

import java.util.Locale;

/** The test environment of a measurement. */
public enum Lane {
    /** The genuine libmlx5 over a faked kernel. */
    MLX5("Genuine libmlx5 over a faked kernel"),
    /** The kernel's rdma_rxe in an emulated machine. */
    SOFTROCE("rdma_rxe of a real kernel, in an emulated machine"),
    /** The simulator. */
    SIM("Simulator"),
    /** From the start of a JVM. */
    START("From the start of a JVM");

    private final String title;

    Lane(String title) {
        this.title = title;
    }

    /** Returns the name for the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the heading of the environment. */
    public String title() {
        return title;
    }
}
