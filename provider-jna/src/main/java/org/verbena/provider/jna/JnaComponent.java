package org.verbena.provider.jna;

import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.verbena.spi.osgi.ProviderComponent;

/** Registers provider {@code jna} in an OSGi framework. */
@Component(
        name = "org.verbena.provider.jna",
        service = {},
        immediate = true)
public final class JnaComponent extends ProviderComponent {
    /**
     * For Declarative Services.
     *
     * @param bundle the bundle
     */
    @Activate
    public JnaComponent(BundleContext bundle) {
        super(bundle, new JnaProvider());
    }
}
