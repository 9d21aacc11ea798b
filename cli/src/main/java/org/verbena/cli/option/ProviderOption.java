// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.option;

import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.verbena.NoProviderException;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import org.verbena.cli.text.CommandException;
import org.verbena.cli.text.CommandReport;
import picocli.CommandLine.Option;

/** The option that selects the provider. */
public final class ProviderOption {
    private final ProviderLookup lookup;

    @Option(
            names = "--provider",
            paramLabel = "NAME",
            description = {
                "Provider to use: ffm, jna, sim or another installed provider. The command fails if the provider is "
                        + "not available.",
                "Default: the provider in the system property " + ProviderLookup.PROVIDER_PROPERTY
                        + ", else the available provider with the highest priority. "
                        + "If that is a simulator, the command prints a notice."
            })
    private @Nullable String name;

    public ProviderOption(ProviderLookup lookup) {
        this.lookup = lookup;
    }

    Optional<String> name() {
        return Optional.ofNullable(name);
    }

    /** Returns the named provider, otherwise the default one. Adds a notice if the default is not hardware. */
    public VerbsProvider find(CommandReport report) {
        VerbsProvider found = name().map(lookup::find).orElseGet(lookup::find);
        if (!isNamed() && !found.isNative()) {
            report.notice("no RDMA hardware is available, so provider " + found.name()
                    + " simulates a device; 'verbena providers' lists the reasons");
        }
        return found;
    }

    /**
     * Returns the named provider, otherwise the default one, which must use hardware.
     *
     * @throws CommandException if no hardware is available; the message lists the candidates
     */
    VerbsProvider findHardware() {
        if (isNamed()) {
            return name().map(lookup::find).orElseGet(lookup::find);
        }
        try {
            return lookup.nativeOnly().find();
        } catch (NoProviderException e) {
            String candidates =
                    e.candidates().stream().map(candidate -> "\n  " + candidate).collect(Collectors.joining());
            throw new CommandException(
                    "no provider of RDMA hardware is available; --provider or --profile selects a simulator,"
                            + " for example --provider sim; candidates:" + candidates);
        }
    }

    /** Returns whether the command line or the system property names a provider. */
    boolean isNamed() {
        String property = System.getProperty(ProviderLookup.PROVIDER_PROPERTY);
        return name != null || (property != null && !property.isBlank());
    }
}
