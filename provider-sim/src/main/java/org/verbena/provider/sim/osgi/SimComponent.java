package org.verbena.provider.sim.osgi;

import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.verbena.provider.sim.SimProvider;
import org.verbena.spi.osgi.ProviderComponent;

/** Registers provider {@code sim} in an OSGi framework. */
@Component(
        name = "org.verbena.provider.sim",
        service = {},
        immediate = true)
public final class SimComponent extends ProviderComponent {
    /**
     * For Declarative Services.
     *
     * @param bundle the bundle
     */
    @Activate
    public SimComponent(BundleContext bundle) {
        super(bundle, new SimProvider());
    }
}
