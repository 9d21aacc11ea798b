package org.verbena.libibverbs.driver;

import org.jspecify.annotations.Nullable;
import org.verbena.libibverbs.abi.IbvMr;
import org.verbena.spi.driver.DriverMr;

/** A memory region: {@code struct ibv_mr}. */
final class NativeMr extends NativeObject implements DriverMr {
    private final long address;
    private final long length;

    /** Never read: it keeps the garbage collector from freeing the memory. */
    @SuppressWarnings({"unused", "UnusedVariable"})
    private final @Nullable Object owner;

    NativeMr(NativeContext context, long pointer, long address, long length, @Nullable Object owner) {
        super(context, pointer, Verb.DEREG_MR, "memory region");
        this.address = address;
        this.length = length;
        this.owner = owner;
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public long lkey() {
        return struct().get(IbvMr.LKEY);
    }

    @Override
    public long rkey() {
        return struct().get(IbvMr.RKEY);
    }
}
