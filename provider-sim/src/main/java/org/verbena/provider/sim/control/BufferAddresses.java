package org.verbena.provider.sim.control;

import java.nio.ByteBuffer;
import java.util.IdentityHashMap;

/**
 * Addresses for registered buffers, which have none that Java would tell: a buffer has one as long as a region of it is
 * registered, and positions lie as far apart as in memory. Two buffer objects over the same memory count as two.
 */
final class BufferAddresses {
    private static final long FIRST = 0x7F00_0000_0000L;
    private static final long PAGE = 4096;

    private record Block(long base, int regions) {}

    private final IdentityHashMap<ByteBuffer, Block> blocks = new IdentityHashMap<>();
    private long next = FIRST;

    /** The address of a buffer's first byte, for one region more. */
    synchronized long map(ByteBuffer buffer) {
        Block block = blocks.get(buffer);
        if (block == null) {
            block = new Block(next, 0);
            // Whole pages and one between neighbours; an address never comes back.
            next += (buffer.capacity() / PAGE + 2) * PAGE;
        }
        blocks.put(buffer, new Block(block.base(), block.regions() + 1));
        return block.base();
    }

    /** Forgets one region of a buffer. */
    synchronized void unmap(ByteBuffer buffer) {
        blocks.computeIfPresent(
                buffer, (mapped, block) -> block.regions() == 1 ? null : new Block(block.base(), block.regions() - 1));
    }
}
