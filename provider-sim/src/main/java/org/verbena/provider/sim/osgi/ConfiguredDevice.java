package org.verbena.provider.sim.osgi;

import java.util.concurrent.atomic.AtomicBoolean;
import org.verbena.provider.sim.SimDeviceConfig;
import org.verbena.provider.sim.SimProvider;

/**
 * A device that a configuration describes, and that can be made.
 *
 * @param pid the configuration
 * @param name the name of the device
 * @param config what it is like
 * @param outdated whether the configuration describes another one by now
 */
record ConfiguredDevice(String pid, String name, SimDeviceConfig config, AtomicBoolean outdated) {
    /** Reads a configuration; a value that cannot be is refused. */
    static ConfiguredDevice of(String pid, SimDeviceOptions options) {
        String name = options.name().strip();
        SimDeviceConfig config =
                SimDeviceConfig.of(options.profile().strip()).name(name).ports(options.ports());
        for (String limits : options.limits()) {
            config = config.limits(limits);
        }
        for (String faults : options.faults()) {
            config = config.faults(faults);
        }
        // What only the whole device can refuse shows in a simulator of its own, and not in the one that all share.
        SimProvider.builder().device(config).build();
        return new ConfiguredDevice(pid, name, config, new AtomicBoolean());
    }

    boolean isOutdated() {
        return outdated.get();
    }

    void outdate() {
        outdated.set(true);
    }
}
