package org.verbena.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which provider to use, and what the simulator is to answer as. */
final class BackendOptions {
    private static final String SIMULATOR = "sim";

    private final ProviderLookup lookup;

    @Mixin
    private final ProviderOption provider;

    @Option(
            names = "--profile",
            paramLabel = "MODEL",
            description = "Driver that the simulator answers as: mlx5, rxe, or spec for what the manual pages say; "
                    + "with several, separated by commas, it has a device for each. "
                    + "Stands for --provider sim where no provider is named.")
    private @Nullable String profile;

    BackendOptions(ProviderLookup lookup) {
        this.lookup = lookup;
        this.provider = new ProviderOption(lookup);
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

    /** Whether the command line says anything of a provider. */
    boolean isNamed() {
        return provider.name().isPresent() || profile != null;
    }

    private VerbsProvider find() {
        boolean named = provider.name().isPresent() || System.getProperty(ProviderLookup.PROVIDER_PROPERTY) != null;
        return profile != null && !named ? lookup.find(SIMULATOR) : provider.find();
    }
}
