// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.verbena.MemoryRegion;
import org.verbena.MrReregAttr;
import org.verbena.ProtectionDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;
import org.verbena.spi.BufferPart;
import org.verbena.spi.DriverMr;

/** A memory region. */
final class MrHandle extends ReferencedHandle implements MemoryRegion {
    private static final String REG = "ibv_reg_mr";
    private static final String REREG = "ibv_rereg_mr";

    /**
     * The maximum header length. No driver copies more: libmlx5 copies 18 bytes of a frame and 4 of an IPoIB datagram,
     * libmlx4 copies 6.
     */
    private static final int LONGEST_HEADER = 128;

    private static final String READER = "rdma-core providers/mlx5/qp.c: copy_eth_inline_headers";
    private static final String FOREIGN = "the driver of a raw packet queue pair reads headers by the processor, which "
            + "cannot translate a chosen iova or a former address of the region";
    private static final String FREED =
            "the driver reads headers by the processor, which cannot access a closed arena, a confined "
                    + "arena of another thread, a truncated file, or memory that was registered by its address";

    // The device may write to registered memory even if the application has lost the region. Its buffer must not be
    // freed as long as it is registered, even if a whole context was leaked.
    private static final Set<Resource> REGISTERED = ConcurrentHashMap.newKeySet();

    /** The values that programs read for each message. Reading them needs no lock and no driver call. */
    private record Place(long address, long length, long lkey, long rkey, RegionMemory memory) {
        static Place of(DriverMr driver, RegionMemory memory) {
            return new Place(driver.address(), driver.length(), driver.lkey(), driver.rkey(), memory);
        }
    }

    private final DriverMr driver;
    private final Object changing = new Object();
    private volatile Registration registration;
    private volatile Place place;

    MrHandle(ContextHandle owner, Resource resource, DriverMr driver, Registration registration) {
        super(owner, resource, driver);
        this.driver = driver;
        this.registration = registration;
        this.place = Place.of(driver, registration.memory());
        REGISTERED.add(resource);
        resource.afterDestroy(() -> REGISTERED.remove(resource));
    }

    private Place place() {
        requireOpen(REG);
        return place;
    }

    @Override
    public ProtectionDomain pd() {
        return registration.pd();
    }

    @Override
    public long address() {
        return place().address();
    }

    @Override
    public long length() {
        return place().length();
    }

    @Override
    public long lkey() {
        return place().lkey();
    }

    @Override
    public long rkey() {
        return place().rkey();
    }

    @Override
    public Flags<AccessFlag> access() {
        return registration.access();
    }

    @Override
    public long iova() {
        return registration.iova(address());
    }

    boolean isReadOnly() {
        return registration.isReadOnly(this);
    }

    /**
     * Checks that the addresses lie in the memory of the region and that the memory exists, so that a processor may
     * read it. The addresses lie elsewhere if the application chose the {@link #iova} or if the region has moved.
     *
     * @throws InvalidRequestException if the processor must not dereference the address
     */
    void requireReadable(String verb, ContextHandle context, long address, long length) {
        Place now = place;
        long offset = address - now.address();
        if (Long.compareUnsigned(offset, now.length()) > 0 || Long.compareUnsigned(length, now.length() - offset) > 0) {
            throw unreadable(verb, context, address, "an address in the memory of " + this, FOREIGN);
        }
        if (length == 0) {
            return;
        }
        try {
            now.memory().touch(offset, (int) Math.min(length, LONGEST_HEADER));
        } catch (RuntimeException | InternalError e) {
            throw unreadable(verb, context, address, "memory of " + this + " that the processor can read", FREED);
        }
    }

    private static InvalidRequestException unreadable(
            String verb, ContextHandle context, long address, String limit, String rule) {
        return RequestChecks.refuse(
                verb, context, new Violation("addr", "0x" + Long.toHexString(address), limit, rule, READER));
    }

    @Override
    public ByteBuffer view(long offset, int length) {
        return call(REG, () -> registration.memory().view(this, offset, length));
    }

    @Override
    public void rereg(MrReregAttr attr) {
        run(REREG, () -> {
            synchronized (changing) {
                // Checked while the lock of the context is held, so that the new domain stays open until the driver has
                // it.
                change(attr, MrChecks.checkRereg(this, attr));
            }
        });
    }

    private void change(MrReregAttr attr, Optional<BufferPart> part) {
        DriverMr.Rereg wanted = DriverRequests.rereg(attr, part);
        Registration next = registration.changed(attr.pd().orElse(pd()), wanted);
        boolean changed = false;
        try {
            driver.rereg(wanted);
            changed = true;
        } finally {
            place = Place.of(driver, changed ? next.memory() : registration.memory());
        }
        // A post that has just read the old place may still use its memory.
        awaitPosts();
        registration = next;
    }
}
