// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.Availability;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.VerbsProvider;
import org.verbena.cm.CmProvider;
import org.verbena.cm.ConnectionManager;
import org.verbena.core.ProviderDevices;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.libibverbs.call.NativeLinker;
import org.verbena.libibverbs.driver.Libibverbs;
import org.verbena.libibverbs.driver.NativeDevice;

/**
 * A provider that uses {@code libibverbs.so.1}. A subclass supplies the mechanism that calls native functions. The
 * provider has no options.
 */
@ProviderType
public abstract class LibibverbsProvider implements VerbsProvider, CmProvider, AutoCloseable {
    private final String name;
    private final int priority;
    private final ProviderDevices handles;
    private final ConnectionManagement cm = new ConnectionManagement();
    private @Nullable Libibverbs library;

    /**
     * Creates a provider. The constructor makes no native calls.
     *
     * @param name the name of the provider
     * @param priority the priority of the provider
     */
    protected LibibverbsProvider(String name, int priority) {
        this.name = name;
        this.priority = priority;
        this.handles = ProviderDevices.of(name);
    }

    /**
     * Loads the library. The method is called before the first use, and again after each failure.
     *
     * @return the linker that calls the library
     * @throws UnsatisfiedLinkError if {@code libibverbs.so.1} cannot be loaded
     * @throws IllegalCallerException if the JVM denies native access
     * @throws UnsupportedOperationException if the mechanism cannot be used; the message says why
     */
    protected abstract NativeLinker link();

    /**
     * Returns the module that needs native access.
     *
     * @return the module that the JVM checks for native access
     */
    protected abstract Module nativeModule();

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final int priority() {
        return priority;
    }

    @Override
    public final boolean isNative() {
        return true;
    }

    @Override
    public final Availability availability() {
        try {
            List<NativeDevice> devices = NativeDevice.list(library());
            return devices.isEmpty()
                    ? Availability.unavailable(Obstacle.NO_DEVICE)
                    : Availability.available(devices.stream()
                            .map(NativeDevice::name)
                            .collect(Collectors.joining(", ", "libibverbs.so.1 has ", "")));
        } catch (RuntimeException | Error e) {
            return Availability.unavailable(Obstacle.describe(e, this::nativeModule));
        }
    }

    @Override
    public final List<Device> devices() {
        return NativeDevice.list(libraryOrRefusal()).stream()
                .map(handles::handle)
                .toList();
    }

    /** Returns whether connection management can be used. It needs a device, librdmacm and the kernel's rdma_ucm. */
    @Override
    public final Availability connectionManagement() {
        Availability devices = availability();
        if (!devices.isAvailable()) {
            return devices;
        }
        try {
            return cm.availability(library());
        } catch (RuntimeException | Error e) {
            return Availability.unavailable(Obstacle.describe(e, this::nativeModule));
        }
    }

    @Override
    public final ConnectionManager openConnectionManager(DeviceContext... contexts) {
        Availability availability = connectionManagement();
        if (!availability.isAvailable()) {
            throw refusal("rdma_create_event_channel", availability.reason(), "connectionManagement()");
        }
        return handles.openConnectionManager(this::devices, cm.driver(library()), contexts);
    }

    /** Closes every open context, as {@link ProviderDevices#close} does. Devices can no longer be opened afterwards. */
    @Override
    public final void close() {
        handles.close();
    }

    private Libibverbs libraryOrRefusal() {
        try {
            return library();
        } catch (RuntimeException | Error e) {
            throw refusal("ibv_get_device_list", Obstacle.describe(e, this::nativeModule), "availability()");
        }
    }

    private VerbsException refusal(String verb, String reason, String source) {
        return new VerbsException(
                verb,
                Errno.ENOSYS,
                "provider " + name,
                Diagnosis.of(new Violation("provider", name, "an available provider", reason, source)));
    }

    private synchronized Libibverbs library() {
        Libibverbs loaded = library;
        if (loaded == null) {
            Obstacle.requirePlatform();
            loaded = new Libibverbs(link());
            library = loaded;
        }
        return loaded;
    }
}
