// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.verbena.cli.command.Subcommand;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.Table;
import org.verbena.core.observe.HandleInfo;
import org.verbena.core.observe.Inventory;
import picocli.CommandLine.Command;

/**
 * The {@code handles} command, which lists the open handles of this JVM. It exists only in shells, because the JVM of
 * {@code verbena} in a terminal has no other handles.
 */
@Command(
        name = "handles",
        description = {
            "List the open device contexts and objects of this JVM, with the creator and the creation time of each.",
            "A handle is leaked if it is unreachable and was not closed. With --json, print the full stack trace of "
                    + "each creation."
        },
        footer = {"  verbena handles", "  verbena handles --json"})
final class HandlesCommand extends Subcommand {
    @Override
    public String run(CommandReport report) {
        Table table = new Table(List.of("CONTEXT", "HANDLE", "SINCE", "LEAKED", "CREATED BY"));
        List<Map<String, Object>> handles = new ArrayList<>();
        for (HandleInfo info : Inventory.handles()) {
            handles.add(describe(info));
            table.row(List.of(
                    info.contextId(),
                    info.name(),
                    info.since().truncatedTo(ChronoUnit.SECONDS),
                    info.leaked(),
                    info.creation()));
        }
        report.put("handles", handles);
        return handles.isEmpty() ? "No handle is open." : table.toString();
    }

    private static Map<String, Object> describe(HandleInfo info) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("context_id", info.contextId());
        members.put("kind", info.kind());
        members.put("name", info.name());
        members.put("provider", info.provider());
        members.put("device", info.device());
        members.put("since", info.since().toString());
        members.put("leaked", info.leaked());
        members.put("created_by", info.creation().toString());
        members.put("creation_stack", info.creation().lines());
        return members;
    }
}
