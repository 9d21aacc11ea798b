// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.NoProviderException;
import org.verbena.ProviderCandidate;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import org.verbena.attr.QpType;
import org.verbena.cli.ping.PingPlan;
import org.verbena.cli.ping.PingResult;
import org.verbena.cli.ping.PingSession;
import org.verbena.connect.Connector;
import org.verbena.error.VerbsException;

/** The checks of the providers: the simulator moves a message, and the others open each device. */
final class ProviderSteps {
    static final String SIMULATOR = "sim";

    /** The class of a provider that could not be loaded; its package has the name of the provider. */
    private static final Pattern CLASS = Pattern.compile("org\\.verbena\\.provider\\.(\\w+)\\.\\w+");

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final ProviderLookup lookup;

    /**
     * The answer for one provider.
     *
     * @param works whether the provider can be used here
     * @param reason what works, or why nothing does
     */
    record Verdict(String provider, boolean works, String reason) {
        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("name", provider);
            members.put("works", works);
            members.put("finding", reason);
            return members;
        }
    }

    ProviderSteps(ProviderLookup lookup) {
        this.lookup = lookup;
    }

    /** Returns a verdict for each provider, the simulator first. */
    List<Verdict> verdicts() {
        List<Verdict> verdicts = new ArrayList<>(List.of(simulator()));
        for (ProviderCandidate candidate : lookup.candidates()) {
            if (!candidate.name().equals(SIMULATOR)) {
                verdicts.add(candidate
                        .provider()
                        .filter(provider -> candidate.availability().isAvailable())
                        .map(ProviderSteps::open)
                        .orElseGet(() -> new Verdict(
                                name(candidate), false, candidate.availability().reason())));
            }
        }
        return verdicts;
    }

    private static String name(ProviderCandidate candidate) {
        Matcher type = CLASS.matcher(candidate.name());
        return type.matches() ? type.group(1) : candidate.name();
    }

    /** Sends a message from one queue pair of the simulator to another one, and back. */
    private Verdict simulator() {
        try {
            VerbsProvider provider = lookup.find(SIMULATOR);
            Device device = provider.devices().get(0);
            try (DeviceContext context = device.open()) {
                PingSession session = new PingSession(context, Connector.create(), TIMEOUT, () -> false);
                PingResult result = session.loopback(new PingPlan(QpType.RC, 64, 1, 0, false, TIMEOUT), trips -> {});
                return result.answered() == 1
                        ? new Verdict(
                                SIMULATOR,
                                true,
                                "a message went between two queue pairs of " + device.name()
                                        + "; --provider sim selects it")
                        : new Verdict(SIMULATOR, false, result.failure().orElse("a message was lost"));
            }
        } catch (NoProviderException e) {
            return new Verdict(SIMULATOR, false, "the jar verbena-provider-sim is missing or unusable");
        } catch (RuntimeException | LinkageError e) {
            return new Verdict(SIMULATOR, false, e.toString());
        }
    }

    /** Opens each device, which fails if this user may not use it. */
    private static Verdict open(VerbsProvider provider) {
        List<String> opened = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        try {
            for (Device device : provider.devices()) {
                open(device, opened, failed);
            }
        } catch (RuntimeException | LinkageError e) {
            failed.add(e.toString());
        }
        if (opened.isEmpty()) {
            return new Verdict(
                    provider.name(), false, failed.isEmpty() ? "it has no device" : String.join("; ", failed));
        }
        failed.add(0, "it opened " + String.join(", ", opened));
        return new Verdict(provider.name(), true, String.join("; ", failed));
    }

    private static void open(Device device, List<String> opened, List<String> failed) {
        try (DeviceContext context = device.open()) {
            context.queryDevice();
            opened.add(device.name());
        } catch (VerbsException e) {
            failed.add(String.valueOf(e.getMessage()));
        }
    }
}
