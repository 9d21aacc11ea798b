// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.verbena.tck.engine.TestProcess;

/** Lists the exchanges of {@code pingpong-over-ip.sh}, and checks the output of both sides and the captured packets. */
final class PingPongExchanges {
    static final String SCRIPT = "pingpong-over-ip.sh";

    /** The options of {@code verbena} on a simulated device of the host, with one address of each IP version. */
    static final String SIMULATOR =
            "--provider sim --option profile=rxe --option address=10.99.0.9,fd99::9 --timeout 300000";

    private static final int FIRST_PORT = 18_600;
    private static final int ITERATIONS = 100;

    /** The addresses of the guest and of the host by IP version, as {@code verbena packets} prints them. */
    private static final Map<String, List<String>> ADDRESSES = Map.of(
            "ipv4", List.of("10.99.0.1", "10.99.0.9"), "ipv6", List.of("fd99:0:0:0:0:0:0:1", "fd99:0:0:0:0:0:0:9"));

    private final Path directory;
    private final List<Exchange> exchanges = new ArrayList<>();

    /**
     * An exchange.
     *
     * @param port the TCP port, which identifies the exchange
     * @param ip the IP version of the packets: ipv4 or ipv6
     * @param server the side of the server: c or java
     * @param what the type, the message size and the path MTU
     */
    private record Exchange(int port, String ip, String server, String what) {
        String line() {
            return port + " " + ip + " " + server + " " + what + "\n";
        }

        long bytes() {
            return 2L * ITERATIONS * Long.parseLong(what.split(" ", -1)[1]);
        }

        boolean isCaptured() {
            return what.contains(" 5000 ");
        }

        /** Returns a pattern for the summary that the programs in C print. */
        String summary() {
            return "(?s).*\\n?" + bytes() + " bytes in .* seconds = .* Mbit/sec\n" + ITERATIONS
                    + " iters in .* seconds = .* usec/iter\n";
        }
    }

    /**
     * Creates a list without exchanges.
     *
     * @param directory the directory for the output of both sides
     */
    PingPongExchanges(Path directory) {
        this.directory = directory;
    }

    /**
     * Adds exchanges of both roles.
     *
     * @param ip the IP version of the packets: ipv4 or ipv6
     * @param lines the types, message sizes and path MTUs
     */
    PingPongExchanges add(String ip, List<String> lines) {
        for (String server : List.of("c", "java")) {
            lines.forEach(what -> exchanges.add(new Exchange(FIRST_PORT + exchanges.size(), ip, server, what)));
        }
        return this;
    }

    /** Writes the file that the scripts read, and deletes the output of earlier runs. */
    void write() throws IOException {
        Files.createDirectories(directory);
        for (Exchange exchange : exchanges) {
            for (String end : List.of("-c.txt", "-java.txt", ".pcap")) {
                Files.deleteIfExists(directory.resolve(exchange.port() + end));
            }
        }
        Files.writeString(
                directory.resolve("exchanges"),
                exchanges.stream().map(Exchange::line).collect(Collectors.joining()));
    }

    /** Checks the output of both sides, and the captured packets. Returns the number of exchanges. */
    int check() throws Exception {
        for (Exchange exchange : exchanges) {
            for (String side : List.of("c", "java")) {
                Path file = directory.resolve(exchange.port() + "-" + side + ".txt");
                assertThat(Files.readString(file)).as("%s: %s", exchange, file).matches(exchange.summary());
            }
            if (exchange.isCaptured()) {
                checkPackets(exchange);
            }
        }
        return exchanges.size();
    }

    private void checkPackets(Exchange exchange) throws Exception {
        List<String> command = new ArrayList<>(GuestCommand.verbena());
        command.addAll(
                List.of("packets", directory.resolve(exchange.port() + ".pcap").toString()));
        Path packets = directory.resolve(exchange.port() + "-packets.txt");
        new TestProcess("the check of the packets of " + exchange, command, Map.of(), packets)
                .run(Duration.ofMinutes(10));
        List<String> addresses = ADDRESSES.get(exchange.ip());
        String guest = addresses.get(0);
        String host = addresses.get(1);
        assertThat(Files.readString(packets)).contains(guest + " > " + host, host + " > " + guest, ", 0 of them wrong");
    }
}
