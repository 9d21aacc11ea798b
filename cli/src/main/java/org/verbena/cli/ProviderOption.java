package org.verbena.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import picocli.CommandLine.Option;

/** Which provider to use. */
final class ProviderOption {
    private final ProviderLookup lookup;

    @Option(
            names = "--provider",
            paramLabel = "NAME",
            description = {
                "Provider to use: ffm, jna, sim or another that is installed. It is an error if it is not available.",
                "Without: the one of the system property " + ProviderLookup.PROVIDER_PROPERTY
                        + ", else the available one of the highest priority."
            })
    private @Nullable String name;

    ProviderOption(ProviderLookup lookup) {
        this.lookup = lookup;
    }

    Optional<String> name() {
        return Optional.ofNullable(name);
    }

    /** The provider that is named, else the default one. */
    VerbsProvider find() {
        return name().map(lookup::find).orElseGet(lookup::find);
    }
}
