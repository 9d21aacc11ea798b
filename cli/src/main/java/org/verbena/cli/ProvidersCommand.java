// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.verbena.NoProviderException;
import org.verbena.ProviderCandidate;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import org.verbena.cli.command.Subcommand;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.Table;
import picocli.CommandLine.Command;

/** The command {@code verbena providers}, which lists all providers that a lookup finds, whether available or not. */
@Command(
        name = "providers",
        description = "List the providers that were found, whether each is available, and if not, why.",
        footer = {"  verbena providers", "  verbena providers --json"})
final class ProvidersCommand extends Subcommand {
    private final ProviderLookup lookup;

    ProvidersCommand(ProviderLookup lookup) {
        this.lookup = lookup;
    }

    @Override
    public String run(CommandReport report) {
        Table table = new Table(List.of("PROVIDER", "PRIORITY", "NATIVE", "AVAILABLE", "REASON"));
        List<Map<String, @Nullable Object>> providers = new ArrayList<>();
        for (ProviderCandidate candidate : lookup.candidates()) {
            Map<String, @Nullable Object> provider = describe(candidate);
            providers.add(provider);
            table.row(provider.values());
        }
        String chosen = chosen();
        report.put("providers", providers);
        report.put("default", chosen);
        return table + "\n\nWithout --provider: " + (chosen == null ? "none is available" : chosen);
    }

    private static Map<String, @Nullable Object> describe(ProviderCandidate candidate) {
        VerbsProvider provider = candidate.provider().orElse(null);
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("name", candidate.name());
        members.put("priority", provider == null ? null : provider.priority());
        members.put("native", provider == null ? null : provider.isNative());
        members.put("available", candidate.availability().isAvailable());
        members.put("reason", candidate.availability().reason());
        return members;
    }

    private @Nullable String chosen() {
        try {
            return lookup.find().name();
        } catch (NoProviderException e) {
            return null;
        }
    }
}
