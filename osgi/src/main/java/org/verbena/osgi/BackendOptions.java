// SPDX-License-Identifier: Apache-2.0
package org.verbena.osgi;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/** The configuration {@code org.verbena.backend}. */
@ObjectClassDefinition(
        name = "Verbena backend",
        description = "Selects the provider for bundles that reference (verbs.selected=true)."
                + " A change takes effect at once: Declarative Services restarts the components of those bundles.")
public @interface BackendOptions {
    /** The value that selects the available provider with the highest rank. */
    String AUTO = "auto";

    /**
     * Returns the property {@code provider}.
     *
     * @return the name of a provider, or {@link #AUTO}
     */
    @AttributeDefinition(
            name = "Provider",
            description = "The name of a provider. If that provider is unavailable, no backend is registered.",
            options = {
                @Option(label = "auto: the available provider with the highest rank", value = AUTO),
                @Option(label = "ffm: libibverbs via java.lang.foreign", value = "ffm"),
                @Option(label = "jna: libibverbs via JNA", value = "jna"),
                @Option(label = "sim: the simulator", value = "sim")
            })
    String provider() default AUTO;

    /**
     * Returns the property {@code native.only}.
     *
     * @return whether simulators are excluded
     */
    @AttributeDefinition(
            name = "Hardware only",
            description = "Excludes simulators. Without an RDMA device, no backend is registered.")
    boolean native_only() default false;
}
