// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.option;

import picocli.CommandLine.Option;

/** The options for the size of a queue of receives: {@code max_wr} and {@code max_sge}. */
public final class QueueSizes {
    @Option(
            names = "--max-wr",
            paramLabel = "N",
            converter = Unsigned.Uint32.class,
            description = "Maximum number of outstanding work requests.")
    private long maxWr;

    @Option(
            names = "--max-sge",
            paramLabel = "N",
            converter = Unsigned.Uint32.class,
            description = "Maximum number of scatter/gather elements of a work request.")
    private long maxSge;

    public long maxWr() {
        return maxWr;
    }

    public long maxSge() {
        return maxSge;
    }
}
