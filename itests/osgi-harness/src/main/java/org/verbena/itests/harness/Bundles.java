// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.harness;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A group of bundles.
 *
 * @param jars the names of their jars, in the order of installation
 */
public record Bundles(List<String> jars) {
    /** Declarative Services. */
    public static final Bundles SCR =
            of("org.osgi.util.function", "org.osgi.util.promise", "org.osgi.service.component", "org.apache.felix.scr");

    /** A Service Loader Mediator. */
    public static final Bundles SPI_FLY = of(
            "asm",
            "asm-tree",
            "asm-analysis",
            "asm-commons",
            "asm-util",
            "org.osgi.util.tracker",
            "org.apache.aries.spifly.dynamic.bundle");

    /** Configuration Admin, Metatype, and the log service that they require. */
    public static final Bundles CONFIG =
            of("org.apache.felix.log", "org.apache.felix.configadmin", "org.apache.felix.metatype");

    /** The bundles that all providers require. */
    public static final Bundles BASE = of("verbena-api", "verbena-spi", "verbena-core");

    /** The simulator and the RoCEv2 packet format. */
    public static final Bundles SIM = of("verbena-rocev2", "verbena-provider-sim");

    /** The bundle that both native providers require. */
    public static final Bundles LIBIBVERBS = of("verbena-libibverbs");

    /** The provider on java.lang.foreign. */
    public static final Bundles FFM = of("verbena-provider-ffm");

    /** The JNA library. */
    public static final Bundles JNA_LIBRARY = of("jna-jpms");

    /** The provider on JNA, without the JNA library. */
    public static final Bundles JNA_PROVIDER = of("verbena-provider-jna");

    /** The provider on JNA, with the JNA library. */
    public static final Bundles JNA = JNA_LIBRARY.and(JNA_PROVIDER);

    /** All providers and the bundles that they require. */
    public static final Bundles PROVIDERS = BASE.and(SIM, LIBIBVERBS, FFM, JNA);

    /** The example provider. */
    public static final Bundles TOY = of("verbena-example-toy-provider");

    /** The bundle that selects a provider. */
    public static final Bundles BACKEND = of("verbena-osgi");

    /** The echo example. */
    public static final Bundles ECHO = of("verbena-example-osgi-echo");

    /** The Gogo shell, without a terminal. */
    public static final Bundles GOGO = of("org.apache.felix.gogo.runtime");

    /** The libraries that the commands require. */
    public static final Bundles COMMAND_LIBRARIES = of("picocli", "nanojson");

    /** The commands, which also require the bundles of {@link #SIM}. */
    public static final Bundles COMMANDS = of("verbena-fidelity", "verbena-cli", "verbena-gogo");

    /** The conformance kit and the part of the tests that runs as a bundle. */
    public static final Bundles INSIDE = of("verbena-tck", "verbena-itests-osgi-harness");

    private static Bundles of(String... jars) {
        return new Bundles(List.of(jars));
    }

    /**
     * Returns these bundles together with others.
     *
     * @param others the other bundles
     * @return the bundles of all groups
     */
    public Bundles and(Bundles... others) {
        return new Bundles(Stream.concat(jars.stream(), Arrays.stream(others).flatMap(set -> set.jars().stream()))
                .toList());
    }
}
