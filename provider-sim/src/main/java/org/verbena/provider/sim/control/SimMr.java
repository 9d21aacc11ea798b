package org.verbena.provider.sim.control;

import java.util.List;
import org.verbena.spi.driver.DriverMr;

/** A memory region. */
final class SimMr extends SimObject implements DriverMr {
    /** Keys are an index and eight bits that the owner of a real key may vary. */
    private static final int INDEX_SHIFT = 8;

    private final long address;
    private final long length;
    private final Runnable unmap;
    private final long index;

    /** A region; what {@code unmap} refers to stays in memory as long as the region is there. */
    SimMr(SimKernel kernel, SimPd pd, long address, long length, Runnable unmap) {
        super(kernel, ObjectType.MR, List.of(pd));
        this.address = address;
        this.length = length;
        this.unmap = unmap;
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
        unmap.run();
    }
}
