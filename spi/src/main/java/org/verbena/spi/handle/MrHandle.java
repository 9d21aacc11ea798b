package org.verbena.spi.handle;

import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.verbena.AccessFlag;
import org.verbena.Flags;
import org.verbena.MemoryRegion;
import org.verbena.MrReregAttr;
import org.verbena.ProtectionDomain;
import org.verbena.spi.driver.DriverMr;

/** A memory region. */
final class MrHandle extends Referent implements MemoryRegion {
    private static final String REG = "ibv_reg_mr";
    private static final String REREG = "ibv_rereg_mr";

    // The device may write to registered memory whether or not the application still knows the region: as long as it is
    // registered, its buffer must not be freed, even where a whole context was leaked.
    private static final Set<Resource> REGISTERED = ConcurrentHashMap.newKeySet();

    /** What programs ask for with every message: they pay neither for a lock nor for a question to the driver. */
    private record Place(long address, long length, long lkey, long rkey) {
        static Place of(DriverMr driver) {
            return new Place(driver.address(), driver.length(), driver.lkey(), driver.rkey());
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
        this.place = Place.of(driver);
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
     * Whether the region's own memory is at these addresses, so that a processor may follow them: they are others where
     * they were chosen by {@link #iova}, or when the region has moved since.
     */
    boolean contains(long address, long length) {
        Place now = place;
        long offset = address - now.address();
        return Long.compareUnsigned(offset, now.length()) <= 0
                && Long.compareUnsigned(length, now.length() - offset) <= 0;
    }

    @Override
    public ByteBuffer view(long offset, int length) {
        return call(REG, () -> registration.memory().view(this, offset, length));
    }

    @Override
    public void rereg(MrReregAttr attr) {
        run(REREG, () -> {
            synchronized (changing) {
                // Here, where its new domain stays open until the driver has it.
                MrRequests.checkRereg(this, attr);
                change(attr);
            }
        });
    }

    private void change(MrReregAttr attr) {
        try {
            driver.rereg(attr);
        } finally {
            place = Place.of(driver);
        }
        // A post that has just looked at the old place may still read it.
        awaitPosts();
        registration = registration.changed(attr);
    }
}
