// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.observe;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.core.counters.DeviceTally;

/**
 * Counts what queues do: posted work requests, polls, completions by status, bytes and events. Counting is disabled
 * until {@link #enable()} is called, or if the system property {@value #PROPERTY} is {@code true}.
 *
 * <p>An object counts if it is created while counting is enabled. Objects that are created before have no cost of
 * counting, and neither have those that are created after {@link #disable()}. Thread-safe.
 */
public final class DataPathCounters {
    /** The system property that enables counting from the start of the JVM. */
    public static final String PROPERTY = "verbena.counters";

    /** A registered listener. */
    @ProviderType
    public interface Registration extends AutoCloseable {
        /** Removes the listener. A second call has no effect. */
        @Override
        void close();
    }

    private static volatile boolean enabled = Boolean.getBoolean(PROPERTY);

    private static final Map<DeviceTally, DeviceCounters> DEVICES = new ConcurrentHashMap<>();

    private DataPathCounters() {}

    /** Enables counting for the objects that are created from now on. */
    public static void enable() {
        enabled = true;
    }

    /** Disables counting for the objects that are created from now on. Others continue to count. */
    public static void disable() {
        enabled = false;
    }

    /** {@return whether the objects that are created now count} */
    public static boolean isEnabled() {
        return enabled;
    }

    /**
     * {@return the counters of the devices that were opened since the start of the JVM, in no particular order; the
     * same objects in each call}
     */
    public static List<DeviceCounters> devices() {
        return DeviceTally.all().stream().map(DataPathCounters::of).toList();
    }

    /**
     * Calls a listener each time that a device is opened. The thread that opens the device calls it, after
     * {@link Inventory} lists the device context. Exceptions and errors of the listener are logged.
     *
     * @param listener the listener
     * @return the registration
     */
    public static Registration listen(Consumer<DeviceCounters> listener) {
        Consumer<DeviceTally> guarded = device -> tell(listener, of(device));
        DeviceTally.addListener(guarded);
        AtomicBoolean closed = new AtomicBoolean();
        return () -> {
            if (!closed.getAndSet(true)) {
                DeviceTally.removeListener(guarded);
            }
        };
    }

    private static void tell(Consumer<DeviceCounters> listener, DeviceCounters device) {
        try {
            listener.accept(device);
        } catch (RuntimeException | Error e) {
            // The device is open already.
            System.getLogger(DataPathCounters.class.getName())
                    .log(Level.WARNING, "a listener failed on the opening of device " + device.device(), e);
        }
    }

    private static DeviceCounters of(DeviceTally device) {
        return DEVICES.computeIfAbsent(device, DeviceCounters::new);
    }
}
