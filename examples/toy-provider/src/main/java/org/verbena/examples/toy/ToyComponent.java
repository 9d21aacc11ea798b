// SPDX-License-Identifier: Apache-2.0
package org.verbena.examples.toy;

import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.verbena.spi.osgi.ProviderComponent;

/** Registers the provider in an OSGi framework. */
@Component(
        name = "org.verbena.examples.toy",
        service = {},
        immediate = true)
public final class ToyComponent extends ProviderComponent {
    /**
     * Creates the component. Declarative Services calls this constructor.
     *
     * @param bundle the bundle
     */
    @Activate
    public ToyComponent(BundleContext bundle) {
        super(bundle, new ToyProvider());
    }
}
