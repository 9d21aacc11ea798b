// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.cm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.spi.StackReserve;
import org.verbena.spi.cm.DriverCm;
import org.verbena.spi.cm.DriverCmId;

/**
 * Connection management of one provider. Its lock is shared by all requests, and exclusive for a claim to close an
 * object: no request uses an object that is claimed. The driver then destroys the object without the lock, because
 * {@code rdma_destroy_id(3)} can wait for more than a minute.
 */
public final class CmManagerHandle implements ConnectionManager {
    private static final String OPEN = "rdma_create_event_channel";

    private final String text;
    private final Supplier<List<Device>> devices;
    private final DriverCm driver;
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, CmDeviceContext> inUse = new HashMap<>();
    private final Set<CmChannelHandle> channels = ConcurrentHashMap.newKeySet();
    private final Map<DriverCmId, CmIdHandle> ids = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private volatile boolean closed;

    private CmManagerHandle(String provider, Supplier<List<Device>> devices, DriverCm driver) {
        this.text = "connection manager of provider " + provider;
        this.devices = devices;
        this.driver = driver;
    }

    /**
     * Opens a manager.
     *
     * @param provider the name of the provider
     * @param devices the devices of the provider
     * @param driver the driver
     * @param contexts the contexts of the application
     * @return the manager
     */
    public static CmManagerHandle open(
            String provider, Supplier<List<Device>> devices, DriverCm driver, DeviceContext... contexts) {
        CmManagerHandle manager = new CmManagerHandle(provider, devices, driver);
        for (DeviceContext context :
                CmChecks.present(OPEN, manager, "contexts", contexts).clone()) {
            manager.use(CmChecks.present(OPEN, manager, "context", context));
        }
        return manager;
    }

    private void use(DeviceContext context) {
        if (context.isClosed()) {
            throw new ClosedHandleException(OPEN, "device context of " + this);
        }
        Device used = context.device();
        String name = used.name();
        if (devices.get().stream()
                .noneMatch(
                        device -> device.name().equals(name) && device.fabric().equals(used.fabric()))) {
            throw CmChecks.refuse(
                    OPEN,
                    this,
                    new Violation("context", name, "a device of this provider", "see devices()", "Verbena"));
        }
        if (inUse.put(name, new CmDeviceContext(context, false)) != null) {
            throw CmChecks.refuse(
                    OPEN,
                    this,
                    new Violation(
                            "context", name, "one context for each device", "another has this device", "Verbena"));
        }
    }

    // ---------------------------------------------------------------- locks

    /** Runs a request while nothing is being closed. */
    <T> T shared(String verb, Supplier<T> request) {
        StackReserve.requireForControl();
        lock.readLock().lock();
        try {
            if (closed) {
                throw new ClosedHandleException(verb, text);
            }
            return request.get();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Claims an object to close while no request runs. Returns whether it was open. */
    boolean exclusive(BooleanSupplier claim) {
        StackReserve.requireForControl();
        lock.writeLock().lock();
        try {
            return claim.getAsBoolean();
        } finally {
            lock.writeLock().unlock();
        }
    }

    // ---------------------------------------------------------------- objects

    @Override
    public EventChannel createEventChannel() {
        return shared(OPEN, () -> {
            CmChannelHandle channel = new CmChannelHandle(this, driver.createChannel(), next());
            channels.add(channel);
            return channel;
        });
    }

    /** Returns a number that this manager has not returned before. */
    long next() {
        return numbers.incrementAndGet();
    }

    void add(CmIdHandle id) {
        ids.put(id.driver(), id);
    }

    void remove(CmIdHandle id) {
        ids.remove(id.driver());
    }

    void remove(CmChannelHandle channel) {
        channels.remove(channel);
    }

    /** Returns the identifier of a driver, empty if it is closed. */
    Optional<CmIdHandle> find(DriverCmId id) {
        return Optional.ofNullable(ids.get(id));
    }

    /** Returns a device, and opens it if no context of it is open. */
    CmDeviceContext device(String name) {
        synchronized (inUse) {
            CmDeviceContext known = inUse.get(name);
            if (known == null || known.context().isClosed()) {
                known = new CmDeviceContext(open(name), true);
                inUse.put(name, known);
            }
            return known;
        }
    }

    private DeviceContext open(String name) {
        return devices.get().stream()
                .filter(device -> device.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new VerbsException(
                        "ibv_open_device",
                        Errno.ENODEV,
                        "device " + name,
                        Diagnosis.unexplained("the device was removed")))
                .open();
    }

    // ---------------------------------------------------------------- closing

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        Map<CmChannelHandle, List<CmIdHandle>> claimed = new HashMap<>();
        if (!exclusive(() -> claim(claimed))) {
            return;
        }
        FirstFailure failures = new FirstFailure();
        claimed.forEach((channel, claimedIds) -> failures.during(() -> channel.destroy(claimedIds)));
        List.copyOf(channels).forEach(channel -> channel.destroyed.join());
        List<CmDeviceContext> used;
        synchronized (inUse) {
            used = List.copyOf(inUse.values());
        }
        used.forEach(device -> failures.during(device::close));
        failures.end();
    }

    private boolean claim(Map<CmChannelHandle, List<CmIdHandle>> claimed) {
        if (closed) {
            return false;
        }
        closed = true;
        channels.forEach(channel -> {
            List<CmIdHandle> claimedIds = new ArrayList<>();
            if (channel.claim(claimedIds)) {
                claimed.put(channel, claimedIds);
            }
        });
        return true;
    }

    @Override
    public String toString() {
        return text;
    }
}
