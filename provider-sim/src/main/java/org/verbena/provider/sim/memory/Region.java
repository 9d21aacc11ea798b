// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.memory;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.AccessFlag;

/** A registered memory region. */
public final class Region extends MemoryKey {
    private static final int WRITE =
            (int) (AccessFlag.LOCAL_WRITE.mask() | AccessFlag.REMOTE_WRITE.mask() | AccessFlag.REMOTE_ATOMIC.mask());

    private Object domain;
    private int access;
    private long iova;
    private long address;
    private long length;
    private @Nullable MemoryBlock block;
    private int denied;
    private int windows;

    /**
     * Creates a region without memory.
     *
     * @param key its key
     * @param domain its protection domain
     * @param access the permitted access, flags of {@link AccessFlag}
     */
    public Region(int key, Object domain, int access) {
        super(key);
        this.domain = domain;
        this.access = access;
    }

    /**
     * Sets the memory of the region.
     *
     * @param memory the memory; if it is empty, every access to the region fails
     * @param first the address of the first byte
     * @param size the number of bytes
     * @param named the address that work requests use for the first byte
     */
    public void translate(Optional<MemoryBlock> memory, long first, long size, long named) {
        block = memory.orElse(null);
        address = first;
        length = size;
        iova = named;
        denied = memory.filter(MemoryBlock::isReadOnly).isPresent() ? WRITE : 0;
    }

    /**
     * Sets the protection domain.
     *
     * @param value the domain
     */
    public void domain(Object value) {
        domain = value;
    }

    /** {@return the protection domain} */
    public Object domain() {
        return domain;
    }

    /**
     * Sets the permitted access.
     *
     * @param value flags of {@link AccessFlag}
     */
    public void access(int value) {
        access = value;
    }

    /**
     * Returns the permitted access.
     *
     * @return flags of {@link AccessFlag}
     */
    public int access() {
        return access;
    }

    /** {@return the number of windows that are bound to the region} */
    public int windows() {
        return windows;
    }

    void windowBound() {
        windows++;
    }

    void windowUnbound() {
        windows--;
    }

    /**
     * Returns whether a range lies within the region.
     *
     * @param first the address of the first byte, as work requests use it
     * @param size the number of bytes
     * @return whether the region contains the whole range
     */
    public boolean covers(long first, long size) {
        long offset = first - iova;
        return Long.compareUnsigned(offset, length) <= 0 && Long.compareUnsigned(size, length - offset) <= 0;
    }

    @Override
    public boolean local(Object user, int wanted, long first, long size, Segments places) {
        return serves(user, wanted) && find(first, size, places);
    }

    @Override
    public boolean serves(Object user, int wanted) {
        return user.equals(domain) && allows(wanted);
    }

    @Override
    public boolean remote(Object user, Object userDomain, int wanted, long first, long size, Segments places) {
        return grants(user, userDomain, wanted) && find(first, size, places);
    }

    @Override
    public boolean grants(Object user, Object userDomain, int wanted) {
        return userDomain.equals(domain) && allows(wanted);
    }

    private boolean allows(int wanted) {
        return (wanted & (~access | denied)) == 0;
    }

    /** Finds places in the region, without a check of the permitted access. */
    boolean find(long first, long size, Segments places) {
        MemoryBlock memory = block;
        if (memory == null || !covers(first, size)) {
            return false;
        }
        long start = address + (first - iova);
        if (!memory.isReadable(start, size)) {
            return false;
        }
        memory.append(start, size, places);
        return true;
    }
}
