// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.verbena.error.Violation;
import org.verbena.spi.DriverMemory;

/** The memory of a list of work requests or completions, in native byte order. */
final class WorkMemory {
    private static final long MAX_BYTES = 1 << 30;

    private final DriverMemory memory;
    private final ByteBuffer bytes;

    private WorkMemory(DriverMemory memory) {
        this.memory = memory;
        this.bytes = memory.view(0, (int) memory.length()).order(ByteOrder.nativeOrder());
    }

    static WorkMemory allocate(ContextHandle context, String what, long length) {
        if (length > MAX_BYTES) {
            throw RequestChecks.refuse(
                    what,
                    context,
                    new Violation(
                            "size",
                            Long.toString(length),
                            "at most " + MAX_BYTES + " bytes",
                            "work requests, elements and inline data share one contiguous block",
                            "Verbena"));
        }
        return new WorkMemory(context.allocate(Math.max(length, 1)));
    }

    DriverMemory memory() {
        return memory;
    }

    ByteBuffer bytes() {
        return bytes;
    }

    long address(int offset) {
        return memory.address() + offset;
    }

    /** Returns a part as a separate buffer. */
    ByteBuffer part(int offset, int length) {
        return bytes.slice(offset, length).order(ByteOrder.nativeOrder());
    }
}
