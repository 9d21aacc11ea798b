package org.verbena.cli;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which provider to use, and what the simulator is to answer as. */
final class BackendOptions {
    private static final String SIMULATOR = "sim";
    private static final String ALL = "all";

    private final ProviderLookup lookup;

    @Mixin
    private final ProviderOption provider;

    @Option(
            names = "--profile",
            paramLabel = "MODEL",
            completionCandidates = ProfileNames.class,
            description = "Driver that the simulator answers as: ${COMPLETION-CANDIDATES}. With several, separated by "
                    + "commas, it has a device for each; " + ALL + " stands for all of them. "
                    + "Means --provider sim where no provider is named.")
    private @Nullable String profile;

    BackendOptions(ProviderLookup lookup) {
        this.lookup = lookup;
        this.provider = new ProviderOption(lookup);
    }

    /** Chooses the provider and notes its name. */
    VerbsProvider choose(Report report) {
        return configure(namesSimulator() ? lookup.find(SIMULATOR) : provider.find(report), report);
    }

    /** Does the same for use with another host: the provider is hardware, unless the command line names another. */
    VerbsProvider chooseForPeer(Report report) {
        return configure(namesSimulator() ? lookup.find(SIMULATOR) : provider.findHardware(), report);
    }

    private VerbsProvider configure(VerbsProvider chosen, Report report) {
        report.put("provider", chosen.name());
        List<String> profiles = profiles();
        if (profiles.isEmpty()) {
            return chosen;
        }
        if (chosen.isNative()) {
            throw new UsageException("--profile is an option of the simulator, and provider " + chosen.name()
                    + " drives real devices; leave it out, or use --provider " + SIMULATOR);
        }
        return chosen.configure(Map.of("profile", String.join(",", profiles)));
    }

    /** The drivers that the simulator answers as, a device for each; none where that is not said. */
    List<String> profiles() {
        if (profile == null) {
            return List.of();
        }
        return profile.equals(ALL)
                ? new ProfileNames().list()
                : Stream.of(profile.split(",", -1)).map(String::strip).toList();
    }

    /** Whether the command line says anything of a provider. */
    boolean isNamed() {
        return provider.name().isPresent() || profile != null;
    }

    private boolean namesSimulator() {
        return profile != null && !provider.isNamed();
    }
}
