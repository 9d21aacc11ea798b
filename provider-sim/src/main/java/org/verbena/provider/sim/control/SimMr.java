package org.verbena.provider.sim.control;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.verbena.spi.driver.DriverMr;

/** A memory region. */
final class SimMr extends SimObject implements DriverMr {
    /** Keys are an index and eight bits that the owner of a real key may vary. */
    private static final int INDEX_SHIFT = 8;

    private final long address;
    private final long length;
    private final long index;

    /** Registered memory stays where it is until the region is gone; nothing on the control path looks into it. */
    @SuppressWarnings("UnusedVariable")
    private final @Nullable ByteBuffer memory;

    SimMr(SimKernel kernel, SimPd pd, long address, long length, @Nullable ByteBuffer memory) {
        super(kernel, ObjectType.MR, List.of(pd));
        this.memory = memory;
        this.address = address;
        this.length = length;
        this.index = kernel.memoryKeys().take();
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public long lkey() {
        return index << INDEX_SHIFT;
    }

    @Override
    public long rkey() {
        return lkey();
    }

    @Override
    void free() {
        kernel().memoryKeys().giveBack(index);
    }
}
