// SPDX-License-Identifier: Apache-2.0
package com.example.bundle;

import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.verbena.DeviceContext;
import org.verbena.VerbsProvider;

/** Describes the first device of the provider that ranks highest. */
@Component(immediate = true)
public final class DeviceReport implements Supplier<String> {
    private final String provider;
    private final DeviceContext context;

    /**
     * Opens the device.
     *
     * @param verbs the provider
     */
    @Activate
    public DeviceReport(@Reference VerbsProvider verbs) {
        provider = verbs.name();
        context = verbs.devices().get(0).open();
    }

    @Override
    public String get() {
        return provider + ", " + context.device().name() + ", "
                + context.queryPort(1).state();
    }

    /** Closes the device. */
    @Deactivate
    public void close() {
        context.close();
    }
}
