// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.verbena.libibverbs.call.NativeLinker;
import org.verbena.libibverbs.call.NativeMemory;
import org.verbena.provider.ffm.Blocks.Block;
import org.verbena.spi.DriverMemory;

/** A linker that calls C through {@code java.lang.foreign}. */
final class FfmLinker implements NativeLinker {
    private static final Blocks STATES = new Blocks(FfmFunction.Capturing.STATE.byteSize());

    private static final String LIBRARY = "libibverbs.so.1";

    /** {@code RTLD_LAZY} of {@code <dlfcn.h>}. */
    private static final int RTLD_LAZY = 1;

    private final SymbolLookup libibverbs;

    private FfmLinker(SymbolLookup libibverbs) {
        this.libibverbs = libibverbs;
    }

    static FfmLinker open() {
        try {
            return new FfmLinker(Restricted.load(LIBRARY));
        } catch (IllegalArgumentException e) {
            throw (UnsatisfiedLinkError) new UnsatisfiedLinkError(loadError()).initCause(e);
        }
    }

    /** Returns the reason why the library cannot be loaded. The exception of the JDK does not contain it. */
    private static String loadError() {
        FfmLinker libc = new FfmLinker(Linker.nativeLinker().defaultLookup());
        try (Arena arena = Arena.ofConfined()) {
            libc.call(libc.find("dlopen"), arena.allocateFrom(LIBRARY).address(), RTLD_LAZY);
        }
        long message = libc.call(libc.find("dlerror")).value();
        return message == 0 ? LIBRARY + " cannot be loaded" : libc.memory().getString(message);
    }

    @Override
    public long find(String symbol) {
        return libibverbs.find(symbol).map(MemorySegment::address).orElse(0L);
    }

    @Override
    public NativeResult call(long function, long... arguments) {
        Block state = STATES.take();
        try {
            return FfmFunction.Capturing.call(state.segment(), MemorySegment.ofAddress(function), arguments);
        } finally {
            state.giveBack();
        }
    }

    @Override
    public NativeFunction function(long function, boolean brief) {
        return new FfmFunction(function, brief);
    }

    @Override
    public DriverMemory allocate(long length) {
        return SegmentMemory.allocate(length);
    }

    @Override
    public long addressOf(ByteBuffer buffer) {
        return MemorySegment.ofBuffer(buffer).address();
    }

    @Override
    public NativeMemory memory() {
        return FfmMemory.ALL;
    }

    @Override
    public NativeScratch scratch() {
        return new Scratch();
    }

    /** Scratch memory from a pooled block. Allocations that do not fit into the block use a dedicated arena. */
    private static final class Scratch implements NativeScratch {
        /** Blocks of 2048 bytes. Every struct fits into a block, but arrays may be larger. */
        private static final Blocks BLOCKS = new Blocks(2048);

        private @Nullable Block block = BLOCKS.take();
        private @Nullable Arena beyond;
        private long used;

        @Override
        public long allocate(long size) {
            if (block == null) {
                throw new IllegalStateException("the scratch memory is closed");
            }
            MemorySegment segment = block.segment();
            long length = (size + Long.BYTES - 1) & -Long.BYTES;
            if (length > segment.byteSize() - used) {
                return beyond().allocate(size, Long.BYTES).address();
            }
            MemorySegment allocated = segment.asSlice(used, length).fill((byte) 0);
            used += length;
            return allocated.address();
        }

        private Arena beyond() {
            if (beyond == null) {
                beyond = Arena.ofConfined();
            }
            return beyond;
        }

        @Override
        public void close() {
            if (beyond != null) {
                beyond.close();
                beyond = null;
            }
            if (block != null) {
                block.giveBack();
                block = null;
            }
        }
    }
}
