// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.option;

import java.net.InetAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.DeviceContext;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import org.verbena.attr.Gid;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.UsageException;
import org.verbena.core.model.DriverModels;
import org.verbena.spi.model.DriverModel;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that select the provider, and the drivers that the simulator answers as. */
public final class ProviderSelection {
    private static final String SIMULATOR = "sim";
    private static final String ALL = "all";
    private static final String ADDRESS = "address";

    private final ProviderLookup lookup;

    @Mixin
    private final ProviderOption provider;

    @Option(
            names = "--profile",
            paramLabel = "MODEL",
            completionCandidates = ProfileNames.class,
            description = "Driver that the simulator models: ${COMPLETION-CANDIDATES}. Several names, separated by "
                    + "commas, give one device per driver. '" + ALL + "' selects all drivers. "
                    + "Implies --provider sim if no provider is named.")
    private @Nullable String profile;

    @Option(
            names = "--option",
            paramLabel = "NAME=VALUE",
            description =
                    "Option of the provider; may be repeated. The documentation of the provider lists its options. "
                            + "Implies --provider sim if no provider is named.")
    private Map<String, String> options = Map.of();

    public ProviderSelection(ProviderLookup lookup) {
        this.lookup = lookup;
        this.provider = new ProviderOption(lookup);
    }

    /** Selects the provider and reports its name. */
    public VerbsProvider choose(CommandReport report) {
        return configure(namesSimulator() ? lookup.find(SIMULATOR) : provider.find(report), options, report);
    }

    /**
     * Selects the provider for communication with another host, and reports its name. It requires hardware, unless the
     * command line or the system property selects a provider.
     */
    public VerbsProvider chooseForPeer(CommandReport report) {
        return configure(namesSimulator() ? lookup.find(SIMULATOR) : provider.findHardware(), options, report);
    }

    /**
     * Selects the provider for communication from an address of this host, and reports its name. No RDMA hardware has a
     * loopback address, so such an address selects the simulator if no provider is named. A simulator that has no
     * device with the address is attached to it.
     *
     * @param local the address of this host, null to let the provider choose it
     */
    public VerbsProvider chooseForPeer(@Nullable InetAddress local, CommandReport report) {
        boolean isSimulated = namesSimulator() || (local != null && local.isLoopbackAddress() && !provider.isNamed());
        VerbsProvider chosen = isSimulated ? lookup.find(SIMULATOR) : provider.findHardware();
        boolean isFree = local != null
                && !local.isAnyLocalAddress()
                && chosen.name().equals(SIMULATOR)
                && !options.containsKey(ADDRESS);
        if (local == null || !isFree) {
            return configure(chosen, options, report);
        }
        Map<String, String> attached = new LinkedHashMap<>(options);
        attached.put(ADDRESS, local.getHostAddress());
        return hasAddress(chosen, local) ? configure(chosen, options, report) : configure(chosen, attached, report);
    }

    private static boolean hasAddress(VerbsProvider provider, InetAddress address) {
        Gid gid = gid(address);
        return provider.devices().stream().anyMatch(device -> {
            try (DeviceContext context = device.open()) {
                return context.queryGidTable().stream()
                        .anyMatch(entry -> entry.gid().equals(gid));
            }
        });
    }

    /** Returns the GID of an IP address, for IPv4 the mapped address. */
    private static Gid gid(InetAddress address) {
        byte[] bytes = address.getAddress();
        byte[] raw = new byte[Gid.LENGTH];
        if (bytes.length < raw.length) {
            raw[10] = (byte) 0xFF;
            raw[11] = (byte) 0xFF;
        }
        System.arraycopy(bytes, 0, raw, raw.length - bytes.length, bytes.length);
        return Gid.of(raw);
    }

    private VerbsProvider configure(VerbsProvider chosen, Map<String, String> options, CommandReport report) {
        report.put("provider", chosen.name());
        List<String> profiles = profiles();
        if (!profiles.isEmpty() && chosen.isNative()) {
            throw new UsageException("--profile applies only to the simulator, but provider " + chosen.name()
                    + " uses real devices; omit --profile or use --provider " + SIMULATOR);
        }
        Map<String, String> all = new LinkedHashMap<>(options);
        if (!profiles.isEmpty()) {
            all.put("profile", String.join(",", profiles));
        }
        return all.isEmpty() ? chosen : chosen.configure(all);
    }

    /**
     * Returns the drivers that the simulator answers as, with one device for each. The list is empty if the option is
     * missing.
     */
    public List<String> profiles() {
        if (profile == null) {
            return List.of();
        }
        return profile.equals(ALL)
                ? new ProfileNames().list()
                : Stream.of(profile.split(",", -1)).map(String::strip).toList();
    }

    /** Returns whether the command line names a provider, a profile or an option. */
    public boolean isNamed() {
        return provider.name().isPresent() || profile != null || !options.isEmpty();
    }

    private boolean namesSimulator() {
        return (profile != null || !options.isEmpty()) && !provider.isNamed();
    }

    /** The names of the simulator's profiles, which are the names of the driver models. */
    public static final class ProfileNames implements Iterable<String> {
        public List<String> list() {
            return DriverModels.all().stream().map(DriverModel::name).toList();
        }

        @Override
        public Iterator<String> iterator() {
            return list().iterator();
        }
    }
}
