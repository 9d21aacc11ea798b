// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.nio.ByteBuffer;
import org.verbena.spi.DriverMemory;

/** Memory with a made-up address. */
final class FakeMemory implements DriverMemory {
    /** The address of all instances. */
    static final long ADDRESS = 0x5000_0000L;

    private final ByteBuffer bytes;

    FakeMemory(long length) {
        this.bytes = ByteBuffer.allocateDirect((int) length);
    }

    @Override
    public long address() {
        return ADDRESS;
    }

    @Override
    public long length() {
        return bytes.capacity();
    }

    @Override
    public ByteBuffer view(long offset, int length) {
        return bytes.slice((int) offset, length);
    }
}
