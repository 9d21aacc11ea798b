// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.List;
import java.util.Map;
import org.verbena.Availability;
import org.verbena.Device;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;

/** One simulator for several runs of the command, so that they share its devices as they share real ones. */
final class SharedSimulator {
    private SharedSimulator() {}

    /** Returns a lookup that finds only the devices of this profile. */
    static ProviderLookup lookup(String profile) {
        List<Device> devices = ProviderLookup.create()
                .find("sim")
                .configure(Map.of("profile", profile))
                .devices();
        VerbsProvider shared = mock();
        when(shared.name()).thenReturn("shared");
        when(shared.availability()).thenReturn(Availability.available("it is a simulator"));
        when(shared.devices()).thenReturn(devices);
        when(shared.device(any())).thenCallRealMethod();
        // The platform's class loader sees no provider on the class path.
        return ProviderLookup.in(ClassLoader.getPlatformClassLoader()).with(List.of(shared));
    }
}
