package org.verbena.bench.plan;

import java.util.Locale;

/** Where something is measured. */
public enum Lane {
    /** The genuine libmlx5 over a faked kernel. */
    MLX5("genuine libmlx5 over a faked kernel"),
    /** The kernel's rdma_rxe in an emulated machine. */
    SOFTROCE("rdma_rxe of a real kernel, in an emulated machine"),
    /** The simulator. */
    SIM("the simulator"),
    /** From the start of a JVM. */
    START("from the start of a JVM");

    private final String title;

    Lane(String title) {
        this.title = title;
    }

    /** The name for the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What it is, in a few words. */
    public String title() {
        return title;
    }
}
