// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks both sides of {@code verbena rping}. The environment cm-network connects them to the C program. */
class RpingCommandTest {
    private final CmSimulator simulator = new CmSimulator();
    private final String address = simulator.address();

    @Test
    void theOutputIsThatOfC() throws Exception {
        CompletableFuture<CliRun> server = simulator.startServer("rping -s -v -a " + address);

        CliRun client = simulator.runClient("rping -c -v -V -C 2 -a " + address);

        assertThat(client.exitCode()).as(client.err()).isZero();
        assertThat(client.out()).isEqualToNormalizingNewlines("""
                ping data: rdma-ping-0: ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqr
                ping data: rdma-ping-1: BCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrs
                """);
        assertThat(client.err()).isEqualToNormalizingNewlines("client DISCONNECT EVENT...\n");
        assertThat(server.join().exitCode()).as(server.join().err()).isZero();
        assertThat(server.join().out())
                .isEqualToNormalizingNewlines(client.out().replace("ping data", "server ping data"));
        assertThat(server.join().err())
                .isEqualToNormalizingNewlines("listening on " + address + ":7174\nserver DISCONNECT EVENT...\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {23, 3000, 65_535})
    void everySizeArrives(int size) throws Exception {
        CompletableFuture<CliRun> server = simulator.startServer("rping -s --json -p 7200 -a " + address);

        CliRun client = simulator.runClient("rping -c -V --json -p 7200 -C 200 -a " + address + " -S " + size);

        assertThat(client.json())
                .containsEntry("role", "client")
                .containsEntry("size", size)
                .containsEntry("pings", 200);
        assertThat(server.join().json()).containsEntry("role", "server").containsEntry("pings", 200);
    }

    @Test
    void aPortWithoutServerIsReported() {
        CliRun client = simulator.run("rping -c -C 1 -p 7999 -a " + address);

        assertThat(client.exitCode()).isEqualTo(1);
        assertThat(client.err())
                .contains(
                        ":7999 failed with ECONNREFUSED (111)",
                        "RDMA_CM_EVENT_REJECTED, rejected by the peer: IB_CM_REJ_INVALID_SERVICE_ID (8)");
    }

    @Test
    void aServerOfAnotherProgramIsReported() throws Exception {
        CompletableFuture<CliRun> other = simulator.startServer("ucmatose -S 0 -p 7300 -b " + address);

        CliRun client = simulator.runClient("rping -c -C 1 -p 7300 -a " + address);

        assertThat(client.exitCode()).isEqualTo(1);
        assertThat(client.err()).contains("the server has disconnected after 0 pings");
        assertThat(other.join().exitCode()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -s -c -a 10.0.0.1     | exactly one of -s and -c is required
            -a 10.0.0.1           | exactly one of -s and -c is required
            -c                    | -c requires -a, the address of the server
            -c -P -a 10.0.0.1     | -P requires -s
            -s -S 22              | 22 is outside 23..65535
            -s -S 65536           | 65536 is outside 23..65535
            -c -a 10.0.0.1 -C -1  | -1 is outside 0..2147483647
            -s -p 65536           | 65536 is outside 1..65535
            """)
    void aWrongCommandLineIsRejected(String options, String reason) {
        CliRun run = simulator.run("rping " + options);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(reason);
    }

    @Test
    void anAddressOfNoDeviceIsReported() {
        CliRun run = simulator.run("rping -s -a 192.0.2.1");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("rdma_bind_addr").contains("EADDRNOTAVAIL");
    }
}
