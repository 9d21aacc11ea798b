// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The data of all runs of a command.
 *
 * @param buffer a direct buffer for the largest transfer
 * @param pattern the data to send and to expect, null to ignore the data
 */
record StreamData(ByteBuffer buffer, @Nullable StreamPattern pattern) {
    /** The size of the first transfer in each direction, which is not measured. */
    static final int SYNC_SIZE = 16;

    /** Allocates a buffer. */
    static ByteBuffer allocate(int largest) {
        return ByteBuffer.allocateDirect(Math.max(largest, SYNC_SIZE));
    }
}
