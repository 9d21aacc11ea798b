// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.abi.MemoryStructs.IbvMr;
import org.verbena.libibverbs.call.NativeLinker.NativeResult;
import org.verbena.libibverbs.marshal.Pointed;
import org.verbena.spi.BufferPart;
import org.verbena.spi.DriverMr;

/** A memory region: {@code struct ibv_mr}. */
final class NativeMr extends NativeObject implements DriverMr {
    /**
     * The registered memory.
     *
     * @param address the address of the first byte
     * @param length the number of bytes
     * @param owner the object that keeps memory of the JVM reachable, null for other memory
     */
    record Extent(long address, long length, @Nullable Object owner) {
        static Extent of(Libibverbs library, BufferPart part) {
            ByteBuffer content = part.content();
            return new Extent(library.addressOf(content), part.length(), content);
        }
    }

    private volatile Extent extent;

    /**
     * Memory that the device may still use after a failed change. It is never read; the references keep the memory
     * reachable.
     */
    @SuppressWarnings({"unused", "UnusedVariable", "MismatchedQueryAndUpdateOfCollection"})
    private final List<Extent> doubtful = new ArrayList<>();

    NativeMr(NativeContext context, long pointer, Extent extent) {
        super(context, pointer, Verb.DEREG_MR, "memory region");
        this.extent = extent;
    }

    @Override
    public long address() {
        return extent.address();
    }

    @Override
    public long length() {
        return extent.length();
    }

    @Override
    public long lkey() {
        return struct().get(IbvMr.LKEY);
    }

    @Override
    public long rkey() {
        return struct().get(IbvMr.RKEY);
    }

    @Override
    public long reference() {
        return pointer();
    }

    @Override
    public synchronized void rereg(Rereg change) {
        Extent wanted = extent(change);
        NativeResult result = context()
                .calls()
                .call(
                        Verb.REREG_MR,
                        toString(),
                        pointer(),
                        change.flags().mask(),
                        Pointed.pointerOf(change.pd()),
                        wanted.address(),
                        wanted.length(),
                        change.access().map(Flags<AccessFlag>::mask).orElse(0L));
        switch (ReregResult.of((int) result.value())) {
            case CHANGED -> extent = change.moves() ? wanted : extent;
            case UNCHANGED -> throw failure(change, wanted, result);
            case UNUSABLE -> {
                doubtful.add(wanted);
                throw failure(change, wanted, result);
            }
        }
    }

    private VerbsException failure(Rereg change, Extent wanted, NativeResult result) {
        VerbsException failure = VerbsExceptions.ofErrno(Verb.REREG_MR, toString(), result);
        return change.moves() ? LockedMemory.explained(failure, wanted.address(), wanted.length()) : failure;
    }

    private Extent extent(Rereg change) {
        return change.part()
                .map(buffer -> Extent.of(context().library(), buffer))
                .orElseGet(() -> new Extent(change.address(), change.length(), null));
    }
}
