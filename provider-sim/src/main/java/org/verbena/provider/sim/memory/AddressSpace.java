// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.memory;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The addresses of a fabric. Java does not expose addresses, so memory gets fictional ones: whole pages, with an unused
 * page between neighbours. An address is never reused.
 *
 * <p>Allocated memory keeps its address as long as it is reachable. A buffer has an address as long as a region of it
 * is registered. Two buffer objects over the same memory count as two.
 */
public final class AddressSpace {
    private static final long FIRST = 0x7F00_0000_0000L;
    private static final long PAGE = 4096;

    private record Mapping(MemoryBlock block, int regions) {}

    /** A weak reference to the memory at an address. */
    private static final class Known extends WeakReference<MemoryBlock> {
        private final long base;

        Known(MemoryBlock block, ReferenceQueue<MemoryBlock> gone) {
            super(block, gone);
            this.base = block.base();
        }
    }

    private final IdentityHashMap<ByteBuffer, Mapping> mappings = new IdentityHashMap<>();
    private final TreeMap<Long, Known> blocks = new TreeMap<>();
    private final ReferenceQueue<MemoryBlock> gone = new ReferenceQueue<>();
    private long next = FIRST;

    /**
     * Allocates cleared memory.
     *
     * @param length the number of bytes, positive
     * @return the memory
     * @throws OutOfMemoryError if the JVM does not have enough memory
     */
    public SimMemory allocate(long length) {
        // The JDK may wait for the garbage collector here, so the call is outside the lock.
        return new SimMemory(place(MemoryBlock.allocate(length)));
    }

    private synchronized MemoryBlock place(MemoryBlock allocated) {
        MemoryBlock block = allocated.at(next);
        add(block);
        return block;
    }

    /**
     * Returns the addresses of a buffer, and counts one more region of it.
     *
     * @param buffer a direct buffer
     * @param whole the same memory, from its first byte to its last
     * @return the whole buffer
     */
    public synchronized MemoryBlock map(ByteBuffer buffer, ByteBuffer whole) {
        Mapping known = mappings.get(buffer);
        MemoryBlock block;
        if (known == null) {
            // The address has the same offset in its page as the memory, because an application may need that for an
            // iova.
            block = MemoryBlock.over(next + pageOffset(whole, 0), whole);
            add(block);
        } else {
            block = known.block();
        }
        mappings.put(buffer, new Mapping(block, known == null ? 1 : known.regions() + 1));
        return block;
    }

    /**
     * Returns the offset of a byte in its page. Its address in this address space has the same offset.
     *
     * @param whole a direct buffer
     * @param position the position of the byte
     * @return the offset, 0..4095
     */
    public static int pageOffset(ByteBuffer whole, int position) {
        return whole.alignmentOffset(position, (int) PAGE);
    }

    /**
     * Counts one region of a buffer less. With the last region the buffer loses its addresses.
     *
     * @param buffer the buffer
     */
    public synchronized void unmap(ByteBuffer buffer) {
        Mapping known = mappings.remove(buffer);
        if (known != null && known.regions() > 1) {
            mappings.put(buffer, new Mapping(known.block(), known.regions() - 1));
        } else if (known != null) {
            blocks.remove(known.block().base());
        }
    }

    /**
     * Finds memory by its address.
     *
     * @param address the address of the first byte
     * @param length the number of bytes
     * @return the memory that contains all of them, empty if the simulator does not know it
     */
    public synchronized Optional<MemoryBlock> find(long address, long length) {
        forgetGone();
        return Optional.ofNullable(blocks.floorEntry(address))
                .map(Map.Entry::getValue)
                .map(WeakReference::get)
                .filter(block -> block.contains(address, length));
    }

    /**
     * Copies bytes from memory at an address.
     *
     * @param address the address of the first byte
     * @param length the number of bytes
     * @param target the target buffer
     * @param position the position of the first byte in the target
     * @return whether the simulator knows the memory
     */
    public boolean copy(long address, int length, ByteBuffer target, int position) {
        return length == 0
                || find(address, length)
                        .filter(block -> block.copy(address, length, target, position))
                        .isPresent();
    }

    private void add(MemoryBlock block) {
        forgetGone();
        blocks.put(block.base(), new Known(block, gone));
        next = ((block.base() + block.length() + PAGE - 1) / PAGE + 1) * PAGE;
    }

    private void forgetGone() {
        for (Object known = gone.poll(); known != null; known = gone.poll()) {
            blocks.remove(((Known) known).base);
        }
    }
}
