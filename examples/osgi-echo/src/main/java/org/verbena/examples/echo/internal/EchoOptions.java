package org.verbena.examples.echo.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration {@code org.verbena.examples.echo}. */
@ObjectClassDefinition(name = "Verbena example: echo")
public @interface EchoOptions {
    /**
     * Property {@code device}.
     *
     * @return the name of a device; empty for the provider's first
     */
    @AttributeDefinition(name = "Device", description = "The name of a device; empty for the first.")
    String device() default "";

    /**
     * Property {@code verbs.target}, which Declarative Services look at: this component's own choice of a backend.
     *
     * @return a filter on the properties of providers' services
     */
    @AttributeDefinition(
            name = "Backend",
            description = "A filter, for example (verbs.provider=sim); as delivered, the configured backend.")
    String verbs_target() default "(verbs.selected=true)";
}
