package org.verbena.provider.sim.osgi;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.AttributeType;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/**
 * The configuration {@code org.verbena.provider.sim}: the options that the devices of the simulator share. Numbers are
 * read as text, so that an error message can name the invalid one.
 */
@ObjectClassDefinition(
        name = "Verbena simulator",
        description = "What the devices of the simulator share. A change replaces the simulator: what was open is"
                + " closed.")
public @interface SimFabricOptions {
    /**
     * Returns property {@code clock}.
     *
     * @return the name of a {@link org.verbena.provider.sim.ClockMode}
     */
    @AttributeDefinition(
            name = "Clock",
            description = "How time passes for retries and delays.",
            options = {
                @Option(label = "system: as on this machine", value = "system"),
                @Option(label = "manual: only when a program says so", value = "manual"),
                @Option(label = "virtual: at once, to the next timer", value = "virtual")
            })
    String clock() default "system";

    /**
     * Returns property {@code seed}.
     *
     * @return the seed of the random faults, a whole number
     */
    @AttributeDefinition(
            name = "Seed",
            type = AttributeType.LONG,
            description = "Where the random numbers of faults with a chance begin: the same seed, the same faults.")
    String seed() default "0";
}
