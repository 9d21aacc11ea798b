// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.Optional;
import java.util.UUID;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.attr.NodeType;
import org.verbena.attr.TransportType;
import org.verbena.spi.DriverDevice;

/** A device of a provider, with the interface for applications. */
final class DeviceHandle implements Device {
    private final DriverDevice driver;
    private final ProviderDevices siblings;

    DeviceHandle(DriverDevice driver, ProviderDevices siblings) {
        this.driver = driver;
        this.siblings = siblings;
    }

    @Override
    public String name() {
        return driver.name();
    }

    @Override
    public long guid() {
        return driver.guid();
    }

    @Override
    public NodeType nodeType() {
        return driver.nodeType();
    }

    @Override
    public TransportType transportType() {
        return driver.transportType();
    }

    @Override
    public Optional<UUID> fabric() {
        return driver.fabric();
    }

    @Override
    public DeviceContext open() {
        return siblings.open(() -> ContextHandle.open(siblings.name(), this, driver, siblings.log()));
    }

    @Override
    public String toString() {
        return "device " + name();
    }
}
