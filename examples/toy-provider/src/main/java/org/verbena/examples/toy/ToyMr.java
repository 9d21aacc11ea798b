// SPDX-License-Identifier: Apache-2.0
package org.verbena.examples.toy;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.verbena.spi.CountedObject;
import org.verbena.spi.DriverMr;

/** A memory region. It holds a reference to its memory, which therefore stays allocated. */
final class ToyMr extends CountedObject implements DriverMr {
    private final MemorySegment memory;
    private final long key;

    ToyMr(ToyPd pd, MemorySegment memory, long key) {
        super("ibv_dereg_mr", List.of(pd));
        this.memory = memory;
        this.key = key;
    }

    @Override
    public long address() {
        return memory.address();
    }

    @Override
    public long length() {
        return memory.byteSize();
    }

    @Override
    public long lkey() {
        return key;
    }

    @Override
    public long rkey() {
        return key;
    }

    @Override
    public long reference() {
        return key;
    }

    @Override
    public String toString() {
        return "memory region " + key + " of the toy";
    }
}
