// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.cm.ConnectionManager;
import org.verbena.core.cm.CmManagerHandle;
import org.verbena.core.observe.EventLog;
import org.verbena.core.observe.HandleInfo;
import org.verbena.core.observe.Inventory;
import org.verbena.core.observe.PendingCompletions;
import org.verbena.error.ClosedHandleException;
import org.verbena.spi.DriverDevice;
import org.verbena.spi.cm.DriverCm;

/**
 * The devices of one provider, with the interface for applications. Closing it closes all contexts that are still open:
 * when a bundle stops, the code behind its handles becomes unavailable. Thread-safe.
 */
public final class ProviderDevices implements AutoCloseable {
    private static final System.Logger LOGGER = System.getLogger(ProviderDevices.class.getName());

    private final String provider;
    private final Optional<ProviderDevices> origin;
    private final @Nullable EventLog log;
    // Weak references, so that an unreachable context is still reported as a leak.
    private final Set<ContextHandle> open = Collections.newSetFromMap(new WeakHashMap<>());
    private final Set<ConnectionManager> managers = Collections.newSetFromMap(new WeakHashMap<>());
    private boolean closed;

    private ProviderDevices(String provider, Optional<ProviderDevices> origin, @Nullable EventLog log) {
        this.provider = provider;
        this.origin = origin;
        this.log = log;
    }

    /**
     * Creates the devices of a provider that has not been used yet.
     *
     * @param provider the name of the provider
     * @return the devices
     */
    public static ProviderDevices of(String provider) {
        return new ProviderDevices(provider, Optional.empty(), null);
    }

    /**
     * Creates the devices of a provider that has not been used yet, with a log of the events of their handles.
     *
     * @param provider the name of the provider
     * @param log the log
     * @return the devices
     */
    public static ProviderDevices of(String provider, EventLog log) {
        return new ProviderDevices(provider, Optional.empty(), log);
    }

    /**
     * Creates the devices of a provider that {@link org.verbena.VerbsProvider#configure} derives from this one. Closing
     * this object closes them, but not vice versa.
     *
     * @return the devices of the derived provider
     */
    public ProviderDevices derived() {
        return new ProviderDevices(provider, Optional.of(this), log);
    }

    /**
     * Wraps a device of a driver.
     *
     * @param driver the device
     * @return the device for applications
     */
    public Device handle(DriverDevice driver) {
        return new DeviceHandle(driver, this);
    }

    /**
     * Opens connection management, unless the provider is closed.
     *
     * @param devices the devices of the provider
     * @param driver the driver
     * @param contexts the contexts of the application, see {@link ConnectionManager#open}
     * @return the manager
     */
    public ConnectionManager openConnectionManager(
            Supplier<List<Device>> devices, DriverCm driver, DeviceContext... contexts) {
        requireOpen();
        CmManagerHandle manager = CmManagerHandle.open(provider, devices, driver, contexts);
        addManager(manager);
        return manager;
    }

    private synchronized void addManager(ConnectionManager manager) {
        origin.ifPresent(other -> other.addManager(manager));
        requireOpen();
        managers.add(manager);
    }

    /**
     * {@return the open handles, including those of {@linkplain #derived derived} providers; ordered as in {@link
     * Inventory#handles}, without contexts that the application lost}
     */
    public List<HandleInfo> handles() {
        return resources().stream()
                .flatMap(resources -> resources.handles().stream())
                .sorted(Comparator.comparingLong(HandleInfo::contextId))
                .toList();
    }

    /**
     * {@return the completion queues with completions that the application has not polled; empty if the driver does not
     * count completions}
     */
    public List<PendingCompletions> pendingCompletions() {
        return resources().stream()
                .flatMap(resources -> resources.pendingCompletions().stream())
                .sorted(Comparator.comparingLong(pending -> pending.cq().contextId()))
                .toList();
    }

    private synchronized List<OpenResources> resources() {
        return open.stream().map(ContextHandle::resources).toList();
    }

    /** Returns the name of the provider. */
    String name() {
        return provider;
    }

    @Nullable
    EventLog log() {
        return log;
    }

    /** Opens a device, unless the provider is closed. */
    DeviceContext open(Supplier<ContextHandle> opening) {
        requireOpen();
        ContextHandle context = opening.get();
        try {
            add(context);
        } catch (ClosedHandleException e) {
            context.close();
            throw e;
        }
        return context;
    }

    private synchronized void add(ContextHandle context) {
        origin.ifPresent(other -> other.add(context));
        requireOpen();
        open.add(context);
    }

    private synchronized void requireOpen() {
        origin.ifPresent(ProviderDevices::requireOpen);
        if (closed) {
            throw new ClosedHandleException("ibv_open_device", "provider " + provider);
        }
    }

    /** Returns the objects that are still open, users before the objects that they use. */
    private synchronized List<AutoCloseable> end() {
        closed = true;
        List<AutoCloseable> left = new ArrayList<>(managers);
        open.stream().filter(context -> !context.isClosed()).forEach(left::add);
        managers.clear();
        open.clear();
        return left;
    }

    /**
     * Closes connection management, and every open context with all its objects. Afterwards, devices can no longer be
     * opened. A context that the driver fails to close is logged and stays open.
     */
    @Override
    public void close() {
        for (AutoCloseable object : end()) {
            try {
                object.close();
            } catch (Exception e) {
                // This includes exceptions of the driver: the other objects must still be closed.
                LOGGER.log(Level.WARNING, object + " stays open after its provider is closed", e);
            }
        }
    }
}
