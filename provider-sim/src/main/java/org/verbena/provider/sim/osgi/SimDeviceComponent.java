// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.osgi;

import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Optional;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.Designate;
import org.verbena.error.InvalidRequestException;

/**
 * Registers a configured device, for {@link SimComponent}. It registers the service itself, because Declarative
 * Services would register it before the configuration is read. An invalid configuration must not disturb the other
 * devices.
 */
@Component(
        name = "org.verbena.provider.sim.device",
        service = {},
        immediate = true,
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = SimDeviceOptions.class, factory = true)
public final class SimDeviceComponent {
    private static final System.Logger LOGGER = System.getLogger(SimFabricComponent.PID);

    /** A device and its service. */
    private record Registered(ConfiguredDevice device, ServiceRegistration<ConfiguredDevice> service) {}

    private volatile Optional<Registered> registered = Optional.empty();

    /** Creates the component, for Declarative Services. */
    public SimDeviceComponent() {}

    /**
     * Creates the device, or replaces it after a change of the configuration. An invalid configuration is logged and
     * has no effect. It causes no exception, because a component that fails to activate would not receive the next
     * change.
     *
     * @param bundle the bundle
     * @param options the configuration
     * @param properties the configuration with the properties that Configuration Admin adds
     */
    @Activate
    @Modified
    public void configure(BundleContext bundle, SimDeviceOptions options, Map<String, Object> properties) {
        String pid = String.valueOf(properties.get(Constants.SERVICE_PID));
        try {
            replace(bundle, ConfiguredDevice.of(pid, options));
        } catch (InvalidRequestException e) {
            LOGGER.log(Level.ERROR, "configuration " + pid + " has no effect: " + e.getMessage());
        }
    }

    /**
     * Replaces the device. The former device is removed last, because the simulator creates a default device when none
     * is configured.
     */
    private void replace(BundleContext bundle, ConfiguredDevice device) {
        Optional<Registered> former = registered;
        former.map(Registered::device).ifPresent(ConfiguredDevice::outdate);
        registered = Optional.of(new Registered(
                device, bundle.registerService(ConfiguredDevice.class, device, FrameworkUtil.asDictionary(Map.of()))));
        former.map(Registered::service).ifPresent(ServiceRegistration::unregister);
    }

    /** Unregisters the device. */
    @Deactivate
    public void withdraw() {
        registered.map(Registered::service).ifPresent(ServiceRegistration::unregister);
    }
}
