// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.provider.sim.memory.AddressSpace;
import org.verbena.provider.sim.memory.MemoryBlock;
import org.verbena.spi.BufferPart;

/**
 * The memory of a region, and its address in work requests.
 *
 * @param block the memory, empty if the simulator does not know it and so cannot access it
 * @param address the address of the first byte
 * @param length the number of bytes
 * @param iova the address that work requests use for the first byte
 * @param release the action when the region is destroyed
 */
record RegisteredMemory(Optional<MemoryBlock> block, long address, long length, long iova, Runnable release) {
    /** Returns the memory of a part of a buffer. */
    static RegisteredMemory of(AddressSpace memory, BufferPart part, Flags<AccessFlag> access) {
        ByteBuffer buffer = part.buffer();
        MemoryBlock block = memory.map(buffer, part.whole());
        long address = block.base() + part.position();
        return new RegisteredMemory(
                Optional.of(block), address, part.length(), iova(address, access), () -> memory.unmap(buffer));
    }

    /** Returns the memory at an address. */
    static RegisteredMemory of(AddressSpace memory, long address, long length, Flags<AccessFlag> access) {
        return new RegisteredMemory(memory.find(address, length), address, length, iova(address, access), () -> {});
    }

    RegisteredMemory withIova(long value) {
        return new RegisteredMemory(block, address, length, value, release);
    }

    private static long iova(long address, Flags<AccessFlag> access) {
        return access.contains(AccessFlag.ZERO_BASED) ? 0 : address;
    }
}
