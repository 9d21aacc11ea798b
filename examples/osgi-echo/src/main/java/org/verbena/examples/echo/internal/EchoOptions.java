// SPDX-License-Identifier: Apache-2.0
package org.verbena.examples.echo.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration {@code org.verbena.examples.echo}. */
@ObjectClassDefinition(name = "Verbena example: echo")
public @interface EchoOptions {
    /**
     * Returns the property {@code device}.
     *
     * @return the name of a device; empty selects the provider's first device
     */
    @AttributeDefinition(name = "Device", description = "The name of a device; empty for the first.")
    String device() default "";

    /**
     * Returns the property {@code verbs.target}, with which this component selects its backend. Declarative Services
     * evaluates it.
     *
     * @return a filter on the service properties of providers
     */
    @AttributeDefinition(
            name = "Backend",
            description = "A filter, for example (verbs.provider=sim); as delivered, the configured backend.")
    String verbs_target() default "(verbs.selected=true)";
}
