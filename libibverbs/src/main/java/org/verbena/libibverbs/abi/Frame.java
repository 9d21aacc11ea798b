package org.verbena.libibverbs.abi;

import org.verbena.libibverbs.NativeLinker;
import org.verbena.libibverbs.NativeMemory;
import org.verbena.libibverbs.NativeScratch;

/** The arguments of one call that are passed by pointer. They start as zero bytes and are gone after {@link #close}. */
public final class Frame implements AutoCloseable {
    private final NativeMemory memory;
    private final NativeScratch scratch;

    /**
     * Starts with nothing allocated.
     *
     * @param linker where the memory comes from
     */
    public Frame(NativeLinker linker) {
        this.memory = linker.memory();
        this.scratch = linker.scratch();
    }

    /**
     * Allocates a struct.
     *
     * @param size its size in bytes
     * @return the struct
     */
    public Struct struct(int size) {
        return new Struct(memory, scratch.allocate(size));
    }

    /**
     * Allocates an array of bytes.
     *
     * @param bytes its content
     * @return its address; 0 if it is empty, as there is nothing to point to
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
     * @param pointers its content, not empty
     * @return its address
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
