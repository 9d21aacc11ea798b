package org.verbena.osgi;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration {@code org.verbena.jmx}. */
@ObjectClassDefinition(
        name = "Verbena JMX",
        description = "Shows the live handles of RDMA devices as the MBean org.verbena:type=Handles."
                + " Without a configuration there is none.")
public @interface JmxOptions {
    /**
     * Returns the property {@code enabled}.
     *
     * @return whether the MBean is registered
     */
    @AttributeDefinition(name = "Enabled", description = "Whether the MBean is registered.")
    boolean enabled() default true;
}
