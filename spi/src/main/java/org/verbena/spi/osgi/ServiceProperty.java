package org.verbena.spi.osgi;

/** The properties of a provider's service, beside {@code service.ranking} and {@code service.description}. */
public final class ServiceProperty {
    /** String: the provider's name, {@link org.verbena.VerbsProvider#name()}. */
    public static final String PROVIDER = "verbs.provider";

    /** Boolean: whether its devices are real, {@link org.verbena.VerbsProvider#isNative()}. */
    public static final String NATIVE = "verbs.native";

    /** Boolean: whether it could be used when it was last asked, {@link org.verbena.VerbsProvider#availability()}. */
    public static final String AVAILABLE = "verbs.available";

    /** Boolean, true: it is registered a second time because the configuration has chosen it; absent otherwise. */
    public static final String SELECTED = "verbs.selected";

    private ServiceProperty() {}
}
