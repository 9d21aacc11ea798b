// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.osgi;

import java.util.concurrent.atomic.AtomicBoolean;
import org.verbena.provider.sim.SimDeviceConfig;
import org.verbena.provider.sim.SimProvider;

/**
 * A device that a configuration describes.
 *
 * @param pid the PID of the configuration
 * @param name the name of the device
 * @param config the configuration of the device
 * @param outdated whether the configuration has changed since
 */
record ConfiguredDevice(String pid, String name, SimDeviceConfig config, AtomicBoolean outdated) {
    /** Reads a configuration. Throws InvalidRequestException if a value is invalid. */
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
        // A separate simulator finds the errors that only the creation of the device shows, without harm to the shared
        // one, which may use the same addresses and write the same capture.
        SimProvider.builder().device(config).build().close();
        config = config.address(options.address()).udpPort(options.udp$_$port()).pcap(options.pcap());
        return new ConfiguredDevice(pid, name, config, new AtomicBoolean());
    }

    boolean isOutdated() {
        return outdated.get();
    }

    void outdate() {
        outdated.set(true);
    }
}
