// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.verbena.Verbs;
import org.verbena.tck.engine.Prerequisites;
import org.verbena.tck.engine.ResultLine;
import org.verbena.tck.engine.TestProcess;

/**
 * Runs the essential transport tests of Netty with provider ffm on rdma_rxe, in a virtual machine. All tests would take
 * ten times as long there as on the host.
 */
class NettyRxeIT {
    private static final String KERNEL = "6.12";
    private static final String ENVIRONMENT = "netty-rxe-" + KERNEL;
    private static final Path SCRIPT = Path.of("..", "softroce", "src", "main", "sh", "run-guest.sh");
    private static final Duration LIMIT = Duration.ofHours(1);

    @Test
    @EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
    void transportTestsPass() throws Exception {
        Path script = SCRIPT.toRealPath();
        Prerequisites.requireGuest(ENVIRONMENT, script, KERNEL);
        List<String> command = TestProcess.java("@" + script.resolveSibling("java.options"));
        command.addAll(
                0, List.of(script.toString(), "--kernel", KERNEL, "--timeout", Long.toString(LIMIT.toSeconds()), "--"));
        command.add(InGuest.class.getName());
        Path output = Files.createDirectories(Path.of("target", ENVIRONMENT)).resolve("output.txt");

        String result = new TestProcess("the guest", command, Map.of(), output).run(LIMIT.plusMinutes(5));

        new ResultLine(ENVIRONMENT, "ffm", "rxe0").write(result.strip());
    }

    /** The program that runs in the guest. */
    static final class InGuest {
        private static final long LEAST_PACKETS = 1000;

        private InGuest() {}

        /** Runs the tests, and prints the result. */
        public static void main(String[] args) throws Exception {
            try (Wire wire = new Wire(Verbs.provider("ffm"));
                    OverRdma tests = new OverRdma(wire)) {
                long before = wire.portCounter("sent_pkts");
                Run run = tests.run(Catalogue.essentials()).requireSuccess();
                long sent = wire.portCounter("sent_pkts") - before;
                assertThat(sent).as("packets that rdma_rxe has sent").isGreaterThan(LEAST_PACKETS);
                System.out.println(run + ", " + sent + " packets on the wire");
            }
        }
    }
}
