// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.osgi;

import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.Designate;
import org.verbena.error.InvalidRequestException;
import org.verbena.provider.sim.SimProvider;

/** The component that creates the simulator from the configured devices and the options that they share. */
@Component(
        name = "org.verbena.provider.sim.fabric",
        configurationPid = SimFabricComponent.PID,
        service = SimFabricComponent.class)
@Designate(ocd = SimFabricOptions.class)
public final class SimFabricComponent {
    static final String PID = "org.verbena.provider.sim";

    private static final System.Logger LOGGER = System.getLogger(PID);

    private final SimFabricOptions options;

    /**
     * Creates the component, for Declarative Services.
     *
     * @param options the configuration
     */
    @Activate
    public SimFabricComponent(SimFabricOptions options) {
        this.options = options;
    }

    /**
     * Creates a simulator with these devices, in the order of their names. Without devices it has one of the default
     * profile. Invalid options and devices are logged and ignored.
     */
    SimProvider connect(Collection<ConfiguredDevice> devices) {
        SortedMap<String, ConfiguredDevice> byName = byName(devices);
        while (true) {
            try {
                return builder(byName.values()).build();
            } catch (InvalidRequestException e) {
                if (!byName.values().removeIf(device -> isRefused(device, e))) {
                    throw e;
                }
            }
        }
    }

    private SimProvider.Builder builder(Collection<ConfiguredDevice> devices) {
        SimProvider.Builder builder = SimProvider.builder();
        unlessRefused(PID, () -> builder.clock(options.clock()));
        unlessRefused(PID, () -> builder.seed(options.seed()));
        devices.forEach(device -> unlessRefused(device.pid(), () -> builder.device(device.config())));
        if (devices.isEmpty()) {
            builder.device(SimProvider.DEFAULT_PROFILE);
        }
        return builder;
    }

    /**
     * Returns whether the creation failed because of a device, and logs that the device is ignored. For example, its
     * address may be in use, or its capture cannot be written.
     */
    private static boolean isRefused(ConfiguredDevice device, InvalidRequestException e) {
        if (!e.object().equals("device " + device.name())) {
            return false;
        }
        LOGGER.log(Level.ERROR, "configuration " + device.pid() + " is ignored: " + e.getMessage());
        return true;
    }

    private static void unlessRefused(String configuration, Runnable choice) {
        try {
            choice.run();
        } catch (InvalidRequestException e) {
            LOGGER.log(Level.ERROR, "ignored in configuration " + configuration + ": " + e.getMessage());
        }
    }

    /** Sorts the devices by name. Of two with the same name, the one with the greater PID is ignored. */
    private static SortedMap<String, ConfiguredDevice> byName(Collection<ConfiguredDevice> devices) {
        SortedMap<String, ConfiguredDevice> byName = new TreeMap<>();
        devices.stream()
                .filter(device -> !device.isOutdated())
                .sorted(Comparator.comparing(ConfiguredDevice::pid))
                .forEach(device -> {
                    ConfiguredDevice first = byName.putIfAbsent(device.name(), device);
                    if (first != null) {
                        LOGGER.log(
                                Level.ERROR,
                                "configuration " + device.pid() + " is ignored: name = " + device.name()
                                        + ", limit a unique name: " + first.pid() + " already has it");
                    }
                });
        return byName;
    }
}
