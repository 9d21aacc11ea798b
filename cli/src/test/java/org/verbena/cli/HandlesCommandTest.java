// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.ProviderLookup;
import org.verbena.Verbs;
import picocli.CommandLine;

/** Checks the newest entries, which are last. Contexts that other tests have left open may be listed before them. */
class HandlesCommandTest {
    private final Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    @Test
    void listsOpenHandlesWithTheirCreators() {
        try (DeviceContext context = Verbs.provider("sim").devices().get(0).open();
                ProtectionDomain pd = context.allocPd()) {
            String[] lines = run().split("\\R");

            assertThat(lines[0].split(" {2,}")).contains("CONTEXT", "HANDLE", "SINCE", "LEAKED", "CREATED BY");
            String[] cells = lines[lines.length - 1].strip().split(" {2,}");
            assertThat(cells[1]).isEqualTo(pd.toString());
            assertThat(Instant.parse(cells[2])).isBetween(before, Instant.now());
            assertThat(cells[3]).isEqualTo("false");
            assertThat(cells[4]).contains(".listsOpenHandlesWithTheirCreators(HandlesCommandTest.java:");
            assertThat(lines[lines.length - 2]).contains(context.toString());
        }
    }

    @Test
    void printsTheSameAsJson() throws Exception {
        try (DeviceContext context = Verbs.provider("sim").devices().get(0).open()) {
            JsonObject newest = JsonParser.object().from(run("--json")).getArray("handles").stream()
                    .map(JsonObject.class::cast)
                    .reduce((earlier, later) -> later)
                    .orElseThrow();

            assertThat(newest)
                    .containsEntry("kind", "device context")
                    .containsEntry("name", context.toString())
                    .containsEntry("device", context.device().name())
                    .containsEntry("leaked", false);
            assertThat(newest.getArray("creation_stack")).contains(newest.get("created_by"));
        }
    }

    private static String run(String... arguments) {
        StringWriter out = new StringWriter();
        CommandLine command = ShellCommand.HANDLES
                .commandLine("verbs:", ProviderLookup.create())
                .setOut(new PrintWriter(out));
        assertThat(command.execute(arguments)).isZero();
        return out.toString();
    }
}
