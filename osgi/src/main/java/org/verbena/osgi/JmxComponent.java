// SPDX-License-Identifier: Apache-2.0
package org.verbena.osgi;

import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.Designate;
import org.verbena.core.observe.HandlesRegistration;

/** A component that registers the MBean of open handles while the configuration {@code org.verbena.jmx} enables it. */
@Component(
        name = "org.verbena.jmx",
        service = {},
        immediate = true,
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = JmxOptions.class)
public final class JmxComponent {
    private final Optional<HandlesRegistration> registration;

    /**
     * Registers the MBean if the configuration enables it. Declarative Services calls this constructor.
     *
     * @param options the configuration
     * @throws IllegalStateException if the MBean cannot be registered; see {@link HandlesRegistration#register()}
     */
    @Activate
    public JmxComponent(JmxOptions options) {
        registration = options.enabled() ? Optional.of(HandlesRegistration.register()) : Optional.empty();
    }

    /** Unregisters the MBean. */
    @Deactivate
    public void end() {
        registration.ifPresent(HandlesRegistration::close);
    }
}
