// SPDX-License-Identifier: Apache-2.0
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
        description = "The options of all simulated devices. A change replaces the simulator and closes all its"
                + " open objects.")
public @interface SimFabricOptions {
    /**
     * Returns property {@code clock}.
     *
     * @return the name of a {@link org.verbena.provider.sim.ClockMode}
     */
    @AttributeDefinition(
            name = "Clock",
            description = "Selects the clock for retries and delays.",
            options = {
                @Option(label = "system: the system clock", value = "system"),
                @Option(label = "manual: a program advances the clock", value = "manual"),
                @Option(label = "virtual: the clock jumps to the next timer", value = "virtual")
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
            description = "Sets the seed for faults with a chance. The same seed repeats the same faults.")
    String seed() default "0";
}
