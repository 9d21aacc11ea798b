// SPDX-License-Identifier: Apache-2.0
package org.verbena.examples.toy;

import java.util.List;
import org.verbena.Availability;
import org.verbena.Device;
import org.verbena.VerbsProvider;
import org.verbena.core.ProviderDevices;

/** A provider with one device. */
public final class ToyProvider implements VerbsProvider, AutoCloseable {
    private static final String NAME = "toy";

    private final ProviderDevices handles = ProviderDevices.of(NAME);
    private final List<Device> devices = List.of(handles.handle(new ToyDevice()));

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int priority() {
        return -200; // below the simulator
    }

    @Override
    public boolean isNative() {
        return false;
    }

    @Override
    public Availability availability() {
        return Availability.available("needs nothing");
    }

    @Override
    public List<Device> devices() {
        return devices;
    }

    /** Closes the objects that are still open. */
    @Override
    public void close() {
        handles.close();
    }
}
