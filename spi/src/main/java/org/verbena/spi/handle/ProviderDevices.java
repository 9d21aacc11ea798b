package org.verbena.spi.handle;

import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.verbena.ClosedHandleException;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.spi.driver.DriverDevice;

/**
 * The devices of one provider as applications see them, and an end to them: a bundle that stops takes away the code
 * behind every handle, so whatever its users have left open is closed first. Safe for use by several threads.
 */
public final class ProviderDevices implements AutoCloseable {
    private static final System.Logger LOGGER = System.getLogger(ProviderDevices.class.getName());

    private final String provider;
    private final Optional<ProviderDevices> origin;
    // A context that nobody holds any more is not kept from being reported as a leak.
    private final Set<DeviceContext> open = Collections.newSetFromMap(new WeakHashMap<>());
    private boolean closed;

    private ProviderDevices(String provider, Optional<ProviderDevices> origin) {
        this.provider = provider;
        this.origin = origin;
    }

    /**
     * The devices of a provider that nobody has used yet.
     *
     * @param provider the provider's name
     * @return the devices
     */
    public static ProviderDevices of(String provider) {
        return new ProviderDevices(provider, Optional.empty());
    }

    /**
     * The devices of a provider that was made from this one, by {@link org.verbena.VerbsProvider#configure}: they end
     * with these, but not the other way round.
     *
     * @return the other provider's devices
     */
    public ProviderDevices derived() {
        return new ProviderDevices(provider, Optional.of(this));
    }

    /**
     * Wraps a driver's device.
     *
     * @param driver the device
     * @return what applications get
     */
    public Device handle(DriverDevice driver) {
        return new DeviceHandle(driver, this);
    }

    /** Opens a device, unless the provider has gone. */
    DeviceContext open(Supplier<DeviceContext> opening) {
        requireOpen();
        DeviceContext context = opening.get();
        try {
            add(context);
        } catch (ClosedHandleException e) {
            context.close();
            throw e;
        }
        return context;
    }

    private synchronized void add(DeviceContext context) {
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

    private synchronized List<DeviceContext> end() {
        closed = true;
        List<DeviceContext> left =
                open.stream().filter(context -> !context.isClosed()).toList();
        open.clear();
        return left;
    }

    /**
     * Closes every context that is still open, with all that belongs to it; from now on no device opens. A context that
     * the driver does not let go of is logged and stays open.
     */
    @Override
    public void close() {
        for (DeviceContext context : end()) {
            try {
                context.close();
            } catch (RuntimeException e) {
                // A driver's own as well: the other contexts are closed all the same.
                LOGGER.log(Level.WARNING, context + " stays open though its provider ends", e);
            }
        }
    }
}
