// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a server without a client ends after the time limit of {@code --wait}. */
class WaitTest {
    @RegisterExtension
    private final ReservedPorts ports = new ReservedPorts();

    private final CmSimulator simulator = new CmSimulator();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ping --listen 127.0.0.1:0",
                "ping --cm --listen ADDRESS:7400",
                "pingpong --port PORT",
                "rping -s -a ADDRESS",
                "ucmatose -b ADDRESS",
                "udaddy -b ADDRESS",
                "rstream -b ADDRESS",
                "rstream -T a -b ADDRESS",
                "riostream -b ADDRESS"
            })
    void aServerWithoutAClientEnds(String words) throws Exception {
        String port = Integer.toString(ports.next());
        CliRun run = simulator.run(words.replace("ADDRESS", simulator.address()).replace("PORT", port) + " --wait 1");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("listening on ", "no client connected within 1 s");
    }
}
