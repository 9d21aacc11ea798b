// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

import org.verbena.libibverbs.call.NativeLinker;
import org.verbena.libibverbs.call.NativeLinker.NativeScratch;
import org.verbena.libibverbs.call.NativeMemory;

/** The by-pointer arguments of one call. The memory is zeroed on allocation; {@link #close} frees it. */
public final class Frame implements AutoCloseable {
    private final NativeMemory memory;
    private final NativeScratch scratch;

    /**
     * Creates an empty frame.
     *
     * @param linker the linker that allocates the memory
     */
    public Frame(NativeLinker linker) {
        this.memory = linker.memory();
        this.scratch = linker.scratch();
    }

    /**
     * Allocates a struct.
     *
     * @param size the size in bytes
     * @return the struct
     */
    public Struct struct(int size) {
        return new Struct(memory, scratch.allocate(size));
    }

    /**
     * Allocates an array of bytes.
     *
     * @param bytes the content
     * @return the address, 0 if the array is empty
     */
    public long bytes(byte[] bytes) {
        if (bytes.length == 0) {
            return 0;
        }
        long address = scratch.allocate(bytes.length);
        memory.put(address, bytes);
        return address;
    }

    /**
     * Allocates an array of pointers.
     *
     * @param pointers the content, not empty
     * @return the address
     */
    public long pointers(long[] pointers) {
        long address = scratch.allocate((long) pointers.length * Long.BYTES);
        for (int i = 0; i < pointers.length; i++) {
            memory.putLong(address + (long) i * Long.BYTES, pointers[i]);
        }
        return address;
    }

    @Override
    public void close() {
        scratch.close();
    }
}
