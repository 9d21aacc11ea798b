// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.osgi;

/** The properties of a provider service, in addition to {@code service.ranking} and {@code service.description}. */
public final class ServiceProperty {
    /** String: the name of the provider, {@link org.verbena.VerbsProvider#name()}. */
    public static final String PROVIDER = "verbs.provider";

    /** Boolean: whether the devices of the provider are real, {@link org.verbena.VerbsProvider#isNative()}. */
    public static final String NATIVE = "verbs.native";

    /**
     * Boolean: whether the provider was available at the last query, {@link org.verbena.VerbsProvider#availability()}.
     */
    public static final String AVAILABLE = "verbs.available";

    /**
     * Boolean: true if this is the second registration of a provider, selected by the configuration; otherwise missing.
     */
    public static final String SELECTED = "verbs.selected";

    private ServiceProperty() {}
}
