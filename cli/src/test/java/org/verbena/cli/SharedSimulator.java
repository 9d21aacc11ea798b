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

/** One simulator for several runs of the command: as for real devices, what they do meets. */
final class SharedSimulator {
    private SharedSimulator() {}

    /** A lookup that comes across the devices of this profile, and nothing else. */
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
        // The platform's class loader sees no provider of the class path.
        return ProviderLookup.in(ClassLoader.getPlatformClassLoader()).with(List.of(shared));
    }
}
