package org.verbena.provider.sim.memory;

import org.jspecify.annotations.Nullable;
import org.verbena.AccessFlag;

/** A memory window: type 1 belongs to its domain, a bound window of type 2 to the queue pair that bound it (2B). */
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
     * A window that is bound to nothing.
     *
     * @param key its key
     * @param domain its protection domain
     * @param type2 whether it is of type 2
     * @param ranged whether peers are held to its range, rather than to that of the region
     */
    public Window(int key, Object domain, boolean type2, boolean ranged) {
        super(key);
        this.domain = domain;
        this.type2 = type2;
        this.ranged = ranged;
        this.postedKey = key;
    }

    /**
     * Returns the key that the last posted bind gave it.
     *
     * @return the key that {@code struct ibv_mw} has
     */
    public int postedKey() {
        return postedKey;
    }

    /**
     * Notes the key of a posted bind.
     *
     * @param value the key that {@code struct ibv_mw} has from now on
     */
    public void postedKey(int value) {
        postedKey = value;
    }

    /**
     * The protection domain.
     *
     * @return the domain
     */
    public Object domain() {
        return domain;
    }

    /**
     * Whether it is of type 2.
     *
     * @return whether it is bound and invalidated by work requests
     */
    public boolean isType2() {
        return type2;
    }

    /**
     * Whether it shows memory.
     *
     * @return whether it is bound
     */
    public boolean isBound() {
        return region != null;
    }

    /**
     * Whether a queue pair has bound it.
     *
     * @param user the queue pair
     * @return whether it was the one
     */
    public boolean isOwnedBy(Object user) {
        return user.equals(owner);
    }

    /**
     * Binds the window; the caller has checked that it may.
     *
     * @param user the queue pair
     * @param memory the region, or nothing to end the binding of a window of type 1
     * @param newKey of which the low 8 bits become those of the key
     * @param flags what is allowed, flags of {@link AccessFlag}
     * @param first the first byte
     * @param size number of bytes
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

    /** A window has no local key. */
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
