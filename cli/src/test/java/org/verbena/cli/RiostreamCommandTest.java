// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonArray;
import com.grack.nanojson.JsonObject;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks both sides of {@code verbena riostream} on two simulators. The environment rsocket-net connects them to the C
 * program.
 */
@Timeout(300)
class RiostreamCommandTest {
    private final StreamSides sides = new StreamSides();

    @Test
    void theOutputIsThatOfC() throws Exception {
        CompletableFuture<CliRun> server = sides.startServer("riostream -S 3000 -C 100 -I 2" + sides.simulator());

        CliRun client = sides.runClient("riostream -S 3000 -C 100 -I 2" + sides.simulator());

        StreamSides.requireSuccess(client);
        StreamSides.requireSuccess(server.join());
        assertThat(client.err()).isEmpty();
        String table = "name      bytes   xfers   iters   total       time     Gb/sec    usec/xfer\n"
                + "custom    2\\.9k    100     2       1\\.1m    +\\d+\\.\\d\\ds +\\d+\\.\\d\\d +\\d+\\.\\d\\d\n";
        assertThat(client.out().replace("\r", "")).matches(table);
        assertThat(server.join().out().replace("\r", "")).matches(table);
    }

    /** The marker has 256 values, and 300 iterations repeat them. -B 4096 gives rings of 8 KiB. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-S 1 -C 1 -I 300 -T v",
                "-S 15 -C 3 -I 10 -T v",
                "-S 16 -I 1 -T v -T b",
                "-S 70000 -C 5 -I 3 -B 4096 -T v",
                "-S 70000 -C 5 -I 3 -B 4096 -T b -T v",
                "-S 70000 -C 5 -I 3 -B 4096 -T a -T v",
                "-S 1000000 -C 2 -T blocking -T verify"
            })
    void everyByteArrives(String options) throws Exception {
        CompletableFuture<CliRun> server = sides.startServer("riostream --json " + options + sides.simulator());

        CliRun client = sides.runClient("riostream --json " + options + sides.simulator());

        StreamSides.requireSuccess(client);
        StreamSides.requireSuccess(server.join());
        assertThat(client.json()).containsEntry("role", "client").containsEntry("provider", "sim");
        assertThat(server.join().json()).containsEntry("role", "server");
        JsonArray runs = client.json().getArray("runs");
        assertThat(runs).hasSize(1);
        assertThat(runs.getObject(0)).containsEntry("name", "custom");
    }

    @Test
    void aPeerWithoutMappedMemoryIsReported() throws Exception {
        CompletableFuture<CliRun> server = sides.startServer("rstream -S 100 -C 2" + sides.simulator());

        CliRun client = sides.runClient("riostream -S 100 -C 2" + sides.simulator());

        assertThat(client.exitCode()).isEqualTo(1);
        assertThat(client.err()).contains("the transfer failed: mappings = 1, limit 0");
        assertThat(server.join().exitCode()).isEqualTo(1);
    }

    @Test
    void anEarlyEndIsReported() throws Exception {
        CompletableFuture<CliRun> server = sides.startServer("riostream -S 100 -C 2 -I 2 --json" + sides.simulator());

        CliRun client = sides.runClient("riostream -S 100 -C 2 -I 1 --json" + sides.simulator());

        StreamSides.requireSuccess(client);
        JsonObject run = client.json().getArray("runs").getObject(0);
        assertThat(run).containsEntry("bytes", 400);
        assertThat(server.join().exitCode()).isEqualTo(1);
        assertThat(server.join().out())
                .contains("the transfer failed: the peer has closed the connection before the end of a transfer");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -S 0              | 0 is outside 1..2147483647
            -S all -C 5       | -S all excludes -I and -C
            -T s              | 's' is not one of a, b, n, v
            -T f              | 'f' is not one of a, b, n, v
            -k 1              | Unknown option
            -i 64             | Unknown option
            """)
    void aWrongCommandLineIsRejected(String options, String reason) {
        CliRun run = StreamSides.run("riostream " + options + sides.simulator());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(reason);
    }
}
