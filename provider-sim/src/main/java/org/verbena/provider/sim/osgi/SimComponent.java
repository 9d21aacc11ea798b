// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.osgi;

import java.util.List;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.verbena.spi.osgi.ProviderComponent;

/**
 * Registers provider {@code sim} in an OSGi framework, with the configured devices. Its references are static, so every
 * change of a configuration creates a new simulator.
 */
@Component(
        name = "org.verbena.provider.sim",
        configurationPolicy = ConfigurationPolicy.IGNORE,
        service = {},
        immediate = true)
public final class SimComponent extends ProviderComponent {
    /**
     * Creates the component, for Declarative Services.
     *
     * @param bundle the bundle
     * @param fabric the component with the options of the simulator
     * @param devices the configured devices
     */
    @Activate
    public SimComponent(
            BundleContext bundle,
            @Reference(name = "fabric") SimFabricComponent fabric,
            @Reference(
                            name = "devices",
                            cardinality = ReferenceCardinality.MULTIPLE,
                            policyOption = ReferencePolicyOption.GREEDY)
                    List<ConfiguredDevice> devices) {
        super(bundle, fabric.connect(devices));
    }
}
