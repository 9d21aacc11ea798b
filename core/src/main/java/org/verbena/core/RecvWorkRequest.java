// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.MemoryRegion;
import org.verbena.RecvWr;
import org.verbena.spi.work.RecvWrLayout;

/** A work request of a receive batch. */
final class RecvWorkRequest implements RecvWr, WorkList.Place {
    private final BatchOwner owner;
    private final WorkMemory memory;
    private final int wr;
    private final SgeList elements;

    /**
     * Creates a work request.
     *
     * @param owner the thread that may change the batch
     * @param wr the offset of the struct
     */
    RecvWorkRequest(BatchOwner owner, WorkMemory memory, int wr, SgeList elements) {
        this.owner = owner;
        this.memory = memory;
        this.wr = wr;
        this.elements = elements;
    }

    @Override
    public void reset() {
        memory.bytes().putLong(wr + RecvWrLayout.WR_ID, 0);
        next(0);
        elements.clear();
        memory.bytes().putLong(wr + RecvWrLayout.SG_LIST, elements.address());
    }

    @Override
    public void next(long address) {
        memory.bytes().putLong(wr + RecvWrLayout.NEXT, address);
    }

    @Override
    public RecvWr wrId(long wrId) {
        owner.require();
        memory.bytes().putLong(wr + RecvWrLayout.WR_ID, wrId);
        return this;
    }

    @Override
    public RecvWr noData() {
        owner.require();
        elements.clear();
        return this;
    }

    @Override
    public RecvWr sge(long addr, long length, long lkey) {
        owner.require();
        elements.add(addr, length, lkey);
        return this;
    }

    @Override
    public RecvWr sge(MemoryRegion mr, long offset, long length) {
        owner.require();
        elements.add(mr, offset, length);
        return this;
    }

    @Override
    public RecvWr setSge(int index, long addr, long length, long lkey) {
        owner.require();
        elements.set(index, addr, length, lkey);
        return this;
    }

    @Override
    public int numSge() {
        return elements.count();
    }
}
