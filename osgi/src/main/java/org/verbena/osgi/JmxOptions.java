// SPDX-License-Identifier: Apache-2.0
package org.verbena.osgi;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration {@code org.verbena.jmx}. */
@ObjectClassDefinition(
        name = "Verbena JMX",
        description = "Registers the MBean org.verbena:type=Handles, which lists the open handles of RDMA devices."
                + " Without a configuration, it is not registered.")
public @interface JmxOptions {
    /**
     * Returns the property {@code enabled}.
     *
     * @return whether the MBean is registered
     */
    @AttributeDefinition(name = "Enabled", description = "Registers the MBean.")
    boolean enabled() default true;
}
