// SPDX-License-Identifier: Apache-2.0
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
     * Creates the component. Declarative Services calls this constructor.
     *
     * @param bundle the context of this bundle
     */
    @Activate
    public JnaComponent(BundleContext bundle) {
        super(bundle, new JnaProvider());
    }
}
