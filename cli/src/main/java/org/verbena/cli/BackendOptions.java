package org.verbena.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import picocli.CommandLine.Option;

/** Which provider to use. */
final class BackendOptions {
    private static final String SIMULATOR = "sim";

    private final ProviderLookup lookup;

    @Option(
            names = "--provider",
            paramLabel = "NAME",
            description = {
                "Provider to use: ffm, jna, sim or another that is installed. It is an error if it is not available.",
                "Without: the one of the system property " + ProviderLookup.PROVIDER_PROPERTY
                        + ", else the available one of the highest priority."
            })
    private @Nullable String provider;

    @Option(
            names = "--profile",
            paramLabel = "MODEL",
            description = "Driver that the simulator answers as: mlx5, rxe, or spec for what the manual pages say; "
                    + "with several, separated by commas, it has a device for each. "
                    + "Stands for --provider sim where no provider is named.")
    private @Nullable String profile;

    BackendOptions(ProviderLookup lookup) {
        this.lookup = lookup;
    }

    /** Chooses the provider and notes its name. */
    VerbsProvider choose(Report report) {
        VerbsProvider chosen = find();
        report.put("provider", chosen.name());
        if (profile == null) {
            return chosen;
        }
        if (chosen.isNative()) {
            throw new UsageException("--profile is an option of the simulator, and provider " + chosen.name()
                    + " drives real devices; leave it out, or use --provider " + SIMULATOR);
        }
        return chosen.configure(Map.of("profile", profile));
    }

    private VerbsProvider find() {
        if (provider != null) {
            return lookup.find(provider);
        }
        boolean named = System.getProperty(ProviderLookup.PROVIDER_PROPERTY) != null;
        return profile != null && !named ? lookup.find(SIMULATOR) : lookup.find();
    }
}
