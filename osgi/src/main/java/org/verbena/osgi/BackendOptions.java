package org.verbena.osgi;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/** The configuration {@code org.verbena.backend}. */
@ObjectClassDefinition(
        name = "Verbena backend",
        description = "Which provider of RDMA devices bundles get that reference (verbs.selected=true)."
                + " A change takes effect at once: those bundles are stopped and started by Declarative Services.")
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
            description = "A provider that is named is taken or none is: nothing is used in its place.",
            options = {
                @Option(label = "the best that is available", value = AUTO),
                @Option(label = "ffm: libibverbs by java.lang.foreign", value = "ffm"),
                @Option(label = "jna: libibverbs by JNA", value = "jna"),
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
            description = "Leaves simulators out, so that without a device no backend is chosen.")
    boolean native_only() default false;
}
