package org.verbena.spi.handle;

import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.verbena.*;
import org.verbena.AccessFlag;
import org.verbena.Flags;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.spi.driver.DriverMr;

/** A memory region. */
final class MrHandle extends Handle implements MemoryRegion {
    // The device may write to registered memory whether or not the application still knows the region: as long as it is
    // registered, its buffer must not be freed, even where a whole context was leaked.
    private static final Set<Resource> REGISTERED = ConcurrentHashMap.newKeySet();

    private final PdHandle pd;
    private final DriverMr driver;
    private final Flags<AccessFlag> access;

    MrHandle(PdHandle pd, Resource resource, DriverMr driver, Flags<AccessFlag> access) {
        super(pd.owner(), resource);
        this.pd = pd;
        this.driver = driver;
        this.access = access;
        REGISTERED.add(resource);
        resource.afterDestroy(() -> REGISTERED.remove(resource));
    }

    @Override
    public ProtectionDomain pd() {
        return pd;
    }

    @Override
    public long address() {
        return call("ibv_reg_mr", driver::address);
    }

    @Override
    public long length() {
        return call("ibv_reg_mr", driver::length);
    }

    @Override
    public long lkey() {
        return call("ibv_reg_mr", driver::lkey);
    }

    @Override
    public long rkey() {
        return call("ibv_reg_mr", driver::rkey);
    }

    @Override
    public Flags<AccessFlag> access() {
        return access;
    }

    @Override
    public long iova() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public ByteBuffer view(long offset, int length) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public void rereg(MrReregAttr attr) {
        throw new UnsupportedOperationException("data path");
    }
}
