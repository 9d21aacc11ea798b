// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.verbena.MemoryRegion;
import org.verbena.error.Violation;
import org.verbena.spi.work.SgeLayout;

/** The scatter/gather elements of one work request. */
final class SgeList {
    private final ContextHandle context;
    private final String verb;
    private final WorkMemory memory;
    private final int offset;
    private final int numSgeOffset;
    private final @Nullable MrHandle[] regions;
    private int unknownMemory;
    private int count;

    /**
     * Creates an empty list.
     *
     * @param verb the verb that posts the work request
     * @param offset the offset of the elements
     * @param numSgeOffset the offset of {@code num_sge} in the work request
     * @param capacity the maximum number of elements
     */
    SgeList(ContextHandle context, String verb, WorkMemory memory, int offset, int numSgeOffset, int capacity) {
        this.context = context;
        this.verb = verb;
        this.memory = memory;
        this.offset = offset;
        this.numSgeOffset = numSgeOffset;
        this.regions = new MrHandle[capacity];
    }

    int count() {
        return count;
    }

    int offset() {
        return offset;
    }

    long address() {
        return memory.address(offset);
    }

    /** Returns the sum of the lengths. */
    long totalLength() {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += Integer.toUnsignedLong(memory.bytes().getInt(offset + i * SgeLayout.SIZE + SgeLayout.LENGTH));
        }
        return sum;
    }

    void clear() {
        Arrays.fill(regions, null);
        unknownMemory = 0;
        setCount(0);
    }

    void add(long addr, long length, long lkey) {
        int index = requireFreeElement();
        requireFields(length, lkey);
        unknownMemory++;
        write(index, addr, length, lkey);
        setCount(index + 1);
    }

    void add(MemoryRegion mr, long first, long length) {
        int index = requireFreeElement();
        MrHandle region = RegionPart.check(verb, context, mr, first, length);
        region.markReferenced();
        write(index, region.iova() + first, length, region.lkey());
        regions[index] = region;
        setCount(index + 1);
    }

    /** Replaces an element by one that is specified by its address only. */
    void set(int index, long addr, long length, long lkey) {
        Objects.checkIndex(index, count);
        requireFields(length, lkey);
        if (regions[index] != null) {
            regions[index] = null;
            unknownMemory++;
        }
        write(index, addr, length, lkey);
    }

    /** Sets a single element that refers to inline data in the memory of the batch. */
    void inline(long address, int length) {
        clear();
        write(0, address, length, 0);
        setCount(1);
    }

    private void requireFields(long length, long lkey) {
        RequestChecks.elementLength(verb, context, length);
        RequestChecks.uint32(verb, context, "lkey", lkey);
    }

    private void write(int index, long addr, long length, long lkey) {
        ByteBuffer bytes = memory.bytes();
        int at = offset + index * SgeLayout.SIZE;
        bytes.putLong(at + SgeLayout.ADDR, addr);
        bytes.putInt(at + SgeLayout.LENGTH, (int) length);
        bytes.putInt(at + SgeLayout.LKEY, (int) lkey);
    }

    private int requireFreeElement() {
        if (count == regions.length) {
            throw RequestChecks.refuse(
                    verb,
                    context,
                    new Violation(
                            "num_sge",
                            Integer.toString(count + 1),
                            "0.." + regions.length,
                            "the limit is maxSge of the batch",
                            "Verbena"));
        }
        return count;
    }

    private void setCount(int value) {
        count = value;
        memory.bytes().putInt(numSgeOffset, value);
    }

    /**
     * Checks each element for a driver that reads the data with the processor. Each must lie in the memory of an open
     * region, because the driver dereferences addresses unchecked.
     */
    void requireKnownMemory(int index) {
        if (unknownMemory != 0) {
            throw RequestChecks.refuse(
                    verb,
                    context,
                    new Violation(
                            "wr[" + index + "].sg_list",
                            "an address",
                            "parts of memory regions",
                            "the driver of a raw packet queue pair reads headers by the processor",
                            "rdma-core providers/mlx5/qp.c: copy_eth_inline_headers"));
        }
        for (int i = 0; i < count; i++) {
            MrHandle region = regions[i];
            if (region != null) {
                region.requireUsable(verb);
                int at = offset + i * SgeLayout.SIZE;
                long length = Integer.toUnsignedLong(memory.bytes().getInt(at + SgeLayout.LENGTH));
                region.requireReadable(verb, context, memory.bytes().getLong(at + SgeLayout.ADDR), length);
            }
        }
    }

    /** Checks that an element exists, for a driver that reads the first element unconditionally. */
    void requireElement(int index) {
        if (count == 0) {
            throw RequestChecks.refuse(
                    verb,
                    context,
                    new Violation(
                            "wr[" + index + "].num_sge",
                            "0",
                            "1..",
                            "the driver reads a header from the first element",
                            "rdma-core providers/mlx5/qp.c: mlx5_post_send_underlay"));
        }
    }
}
