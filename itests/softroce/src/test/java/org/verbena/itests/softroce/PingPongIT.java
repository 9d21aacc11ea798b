// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.verbena.tck.engine.ResultLine;
import org.verbena.tck.engine.TestProcess;

/**
 * Exchanges messages between {@code verbena pingpong} and the ping-pong programs of rdma-core on two hosts. Runs as a
 * client with provider ffm and as a server with provider jna.
 */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class PingPongIT {
    private static final String KERNEL = "6.12";
    private static final Path SCRIPT = Path.of("src", "test", "sh", "pingpong-with-c.sh");
    private static final List<String> TYPES = List.of("RC", "UC", "UD", "SRQ");
    private static final String SUMMARY =
            "(?s).*\n\\d{7} bytes in .* seconds = .* Mbit/sec\n" + "500 iters in .* seconds = .* usec/iter\n";

    @Test
    void theProgramsInCExchangeMessagesWithBothProviders() throws Exception {
        GuestCommand.check(KERNEL);
        Path share = Files.createDirectories(Path.of("target", "pingpong")).toRealPath();
        List<String> command = new ArrayList<>(GuestCommand.boot(KERNEL, GuestCommand.Cpus.TWO, 2, share));
        command.addAll(List.of(SCRIPT.toRealPath().toString(), share.toString()));
        command.addAll(GuestCommand.verbenaInGuest());
        Path console = share.resolve("console.log");

        Process guest = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(console.toFile())
                .start();

        assertThat(guest.waitFor())
                .as(() -> "status of the guest\n" + TestProcess.lastLines(console))
                .isZero();
        assertSummaries(share, "c-ffm");
        assertSummaries(share, "jna-c");
        new ResultLine("pingpong-rxe-" + KERNEL, "ffm", "rxe1").write(TYPES.size() + " exchanges with C servers");
        new ResultLine("pingpong-rxe-" + KERNEL, "jna", "rxe0").write(TYPES.size() + " exchanges with C clients");
    }

    /** Asserts that both sides of each exchange have printed the summary of the programs in C. */
    private static void assertSummaries(Path share, String roles) throws Exception {
        for (String type : TYPES) {
            for (String host : List.of("a", "b")) {
                Path file = share.resolve(type + "-" + roles + "-" + host + ".txt");
                assertThat(Files.readString(file)).as("%s", file).matches(SUMMARY);
            }
        }
    }
}
