package org.verbena.provider.ffm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.ByteBuffer;
import org.verbena.libibverbs.call.NativeFunction;
import org.verbena.libibverbs.call.NativeLinker;
import org.verbena.libibverbs.call.NativeMemory;
import org.verbena.libibverbs.call.NativeResult;
import org.verbena.libibverbs.call.NativeScratch;
import org.verbena.spi.DriverMemory;

/** A linker that calls C through {@code java.lang.foreign}. */
final class FfmLinker implements NativeLinker {
    private static final Blocks STATES = new Blocks(Downcall.STATE.byteSize());

    private final SymbolLookup libibverbs;

    private FfmLinker(SymbolLookup libibverbs) {
        this.libibverbs = libibverbs;
    }

    static FfmLinker open() {
        return new FfmLinker(Restricted.load("libibverbs.so.1"));
    }

    @Override
    public long find(String symbol) {
        return libibverbs.find(symbol).map(MemorySegment::address).orElse(0L);
    }

    @Override
    public NativeResult call(long function, long... arguments) {
        Block state = STATES.take();
        try {
            return Downcall.invoke(state.segment(), MemorySegment.ofAddress(function), arguments);
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
        return new FfmScratch();
    }
}
