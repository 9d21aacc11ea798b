// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.util.Optional;
import org.verbena.Device;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;

/**
 * The device on which tests run instead of the simulator.
 *
 * @param provider its provider
 * @param device the device
 */
record RealDevice(VerbsProvider provider, Device device) {
    /** Returns the device that a system property names, of the given provider or of the best one. */
    static Optional<RealDevice> ofProperties(Optional<VerbsProvider> given) {
        String name = System.getProperty(VerbsExtension.DEVICE_PROPERTY, "").strip();
        if (name.isEmpty()) {
            return Optional.empty();
        }
        VerbsProvider provider = given.orElseGet(RealDevice::lookUp);
        return Optional.of(new RealDevice(provider, provider.device(name)));
    }

    private static VerbsProvider lookUp() {
        String name = System.getProperty(VerbsExtension.PROVIDER_PROPERTY, "").strip();
        ProviderLookup lookup = ProviderLookup.create();
        return name.isEmpty() ? lookup.nativeOnly().find() : lookup.find(name);
    }

    @Override
    public String toString() {
        return device.name() + " of provider " + provider.name();
    }
}
