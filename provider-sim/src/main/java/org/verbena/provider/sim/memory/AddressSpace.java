package org.verbena.provider.sim.memory;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The addresses of a fabric. Java tells none, so memory gets fictional ones: whole pages with a page between neighbours,
 * never used twice. Allocated memory has its address as long as somebody holds it; a buffer has one as long as a region
 * of it is registered, and two buffer objects over the same memory count as two.
 */
public final class AddressSpace {
    private static final long FIRST = 0x7F00_0000_0000L;
    private static final long PAGE = 4096;

    private record Mapping(MemoryBlock block, int regions) {}

    /** What lies at an address, unless it is gone. */
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
     * @param length number of bytes, positive
     * @return the memory
     * @throws OutOfMemoryError if the JVM does not have so much
     */
    public SimMemory allocate(long length) {
        // The JDK may wait for the garbage collector here, which must not keep others from their addresses.
        return new SimMemory(place(MemoryBlock.allocate(length)));
    }

    private synchronized MemoryBlock place(MemoryBlock allocated) {
        MemoryBlock block = allocated.at(next);
        add(block);
        return block;
    }

    /**
     * Returns the addresses of a buffer, for one region more.
     *
     * @param buffer a direct buffer
     * @param whole the same memory, from its first byte to its last
     * @return all of the buffer
     */
    public synchronized MemoryBlock map(ByteBuffer buffer, ByteBuffer whole) {
        Mapping known = mappings.get(buffer);
        MemoryBlock block;
        if (known == null) {
            // The address has the offset into its page that the memory has, as applications may ask for with an iova.
            block = MemoryBlock.over(next + pageOffset(whole, 0), whole);
            add(block);
        } else {
            block = known.block();
        }
        mappings.put(buffer, new Mapping(block, known == null ? 1 : known.regions() + 1));
        return block;
    }

    /**
     * Returns the offset of a byte into its page, which its address here has as well.
     *
     * @param whole a direct buffer
     * @param position the byte
     * @return 0..4095
     */
    public static int pageOffset(ByteBuffer whole, int position) {
        return whole.alignmentOffset(position, (int) PAGE);
    }

    /**
     * Forgets one region of a buffer, and its addresses with the last one.
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
     * @param address the first byte
     * @param length number of bytes
     * @return the memory that has all of them, if the simulator knows it
     */
    public synchronized Optional<MemoryBlock> find(long address, long length) {
        forgetGone();
        return Optional.ofNullable(blocks.floorEntry(address))
                .map(Map.Entry::getValue)
                .map(WeakReference::get)
                .filter(block -> block.contains(address, length));
    }

    /**
     * Copies bytes from memory that is found by its address.
     *
     * @param address the first of them
     * @param length number of bytes
     * @param target where to
     * @param position the first of them there
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
