// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.memory;

import org.jspecify.annotations.Nullable;
import org.verbena.attr.AccessFlag;

/**
 * A memory window. A window of type 1 belongs to its protection domain. A bound window of type 2 belongs to the queue
 * pair that bound it (type 2B).
 */
public final class Window extends MemoryKey {
    private static final int KEY_BITS = 0xFF;
    private static final int ZERO_BASED = (int) AccessFlag.ZERO_BASED.mask();

    private final Object domain;
    private final boolean type2;
    private final boolean ranged;
    private @Nullable Region region;
    private @Nullable Object owner;
    private int access;
    private long address;
    private long length;

    /** The {@code rkey} of {@code struct ibv_mw}, which changes when a bind is posted. */
    private volatile int postedKey;

    /**
     * Creates a window that is not bound.
     *
     * @param key its key
     * @param domain its protection domain
     * @param type2 whether it is of type 2
     * @param ranged whether peers are limited to the range of the window; otherwise to the range of the region
     */
    public Window(int key, Object domain, boolean type2, boolean ranged) {
        super(key);
        this.domain = domain;
        this.type2 = type2;
        this.ranged = ranged;
        this.postedKey = key;
    }

    /**
     * Returns the key of the last posted bind.
     *
     * @return the key in {@code struct ibv_mw}
     */
    public int postedKey() {
        return postedKey;
    }

    /**
     * Sets the key of a posted bind.
     *
     * @param value the new key in {@code struct ibv_mw}
     */
    public void postedKey(int value) {
        postedKey = value;
    }

    /** {@return the protection domain} */
    public Object domain() {
        return domain;
    }

    /**
     * Returns whether the window is of type 2.
     *
     * @return whether work requests bind and invalidate it
     */
    public boolean isType2() {
        return type2;
    }

    /**
     * Returns whether the window is bound.
     *
     * @return whether it gives access to memory
     */
    public boolean isBound() {
        return region != null;
    }

    /**
     * Returns whether a queue pair has bound the window.
     *
     * @param user the queue pair
     * @return whether the queue pair owns the binding
     */
    public boolean isOwnedBy(Object user) {
        return user.equals(owner);
    }

    /**
     * Binds the window. The caller must have checked that the binding is permitted.
     *
     * @param user the queue pair
     * @param memory the region, null to end the binding of a window of type 1
     * @param newKey a key whose low 8 bits become those of the window's key
     * @param flags the permitted access, flags of {@link AccessFlag}
     * @param first the address of the first byte
     * @param size the number of bytes
     */
    public void bind(Object user, @Nullable Region memory, int newKey, int flags, long first, long size) {
        unbind();
        rekey((key() & ~KEY_BITS) | (newKey & KEY_BITS));
        if (memory != null && size != 0) {
            memory.windowBound();
            region = memory;
            owner = user;
            access = flags;
            address = first;
            length = size;
        }
    }

    /** Ends the binding, if there is one. */
    public void unbind() {
        Region bound = region;
        if (bound != null) {
            bound.windowUnbound();
        }
        region = null;
        owner = null;
    }

    /** Returns false, because a window has no local key. */
    @Override
    public boolean local(Object user, int wanted, long first, long size, Segments places) {
        return false;
    }

    @Override
    public boolean serves(Object user, int wanted) {
        return false;
    }

    @Override
    public boolean remote(Object user, Object userDomain, int wanted, long first, long size, Segments places) {
        Region bound = region;
        if (bound == null || !grants(user, userDomain, wanted)) {
            return false;
        }
        long offset = (access & ZERO_BASED) != 0 ? first : first - address;
        return (!ranged || covers(offset, size)) && bound.find(address + offset, size, places);
    }

    private boolean covers(long offset, long size) {
        return Long.compareUnsigned(offset, length) <= 0 && Long.compareUnsigned(size, length - offset) <= 0;
    }

    @Override
    public boolean grants(Object user, Object userDomain, int wanted) {
        return isBound() && userDomain.equals(domain) && (!type2 || isOwnedBy(user)) && (wanted & ~access) == 0;
    }
}
