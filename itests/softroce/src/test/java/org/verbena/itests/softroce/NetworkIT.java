// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.verbena.tck.engine.ResultLine;
import org.verbena.tck.engine.TestProcess;

/**
 * Exchanges messages between simulated devices on this host and the ping-pong programs of rdma-core on rdma_rxe in a
 * guest, in both roles. The network is a tap device in a separate network namespace.
 */
class NetworkIT {
    private static final String KERNEL = "6.12";
    private static final Path SCRIPT = Path.of("src", "test", "sh", "pingpong-over-tap.sh");
    private static final int FIRST_PORT = 18_600;
    private static final int ITERATIONS = 100;

    /**
     * The exchanges of each role over IPv4: type, message size and path MTU. With the smallest MTU, a message consists
     * of 391 packets.
     */
    private static final List<String> OVER_IPV4 = List.of(
            "RC 1 1024",
            "RC 4096 4096",
            "RC 5000 1024",
            "RC 100000 256",
            "RC 100000 4096",
            "UC 1 512",
            "UC 5000 1024",
            "UC 100000 4096",
            "UD 1 1024",
            "UD 1000 1024",
            "UD 4096 1024",
            "SRQ 1 2048",
            "SRQ 5000 1024",
            "SRQ 100000 4096");

    /** The exchanges of each role over IPv6. */
    private static final List<String> OVER_IPV6 =
            List.of("RC 1 256", "RC 5000 1024", "RC 100000 4096", "UC 5000 1024", "UD 1000 1024", "SRQ 5000 1024");

    /** The addresses of the guest and of the host by IP version, as {@code verbena packets} prints them. */
    private static final Map<String, List<String>> ADDRESSES = Map.of(
            "ipv4", List.of("10.99.0.1", "10.99.0.9"), "ipv6", List.of("fd99:0:0:0:0:0:0:1", "fd99:0:0:0:0:0:0:9"));

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
            return port + " " + ip + " " + server + " " + what;
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

    private static List<Exchange> exchanges() {
        List<Exchange> exchanges = new ArrayList<>();
        for (String server : List.of("c", "java")) {
            for (String what : OVER_IPV4) {
                exchanges.add(new Exchange(FIRST_PORT + exchanges.size(), "ipv4", server, what));
            }
            for (String what : OVER_IPV6) {
                exchanges.add(new Exchange(FIRST_PORT + exchanges.size(), "ipv6", server, what));
            }
        }
        return exchanges;
    }

    @Test
    void theProgramsInCExchangeMessagesWithSimulatedDevices() throws Exception {
        GuestCommand.check(KERNEL);
        Path share = Files.createDirectories(Path.of("target", "network")).toRealPath();
        List<Exchange> exchanges = exchanges();
        Files.writeString(
                share.resolve("exchanges"),
                exchanges.stream().map(exchange -> exchange.line() + "\n").collect(Collectors.joining()));
        TapNetwork.run(KERNEL, SCRIPT, share, GuestCommand.verbena());
        for (Exchange exchange : exchanges) {
            for (String side : List.of("guest", "host")) {
                Path file = share.resolve(exchange.port() + "-" + side + ".txt");
                assertThat(Files.readString(file)).as("%s: %s", exchange, file).matches(exchange.summary());
            }
        }
        for (Exchange exchange : exchanges) {
            if (exchange.isCaptured()) {
                checkPackets(exchange, share);
            }
        }
        new ResultLine("softroce-net", "sim", "rxe0")
                .write(exchanges.size() + " exchanges with C over IPv4 and IPv6, half of them as the server");
    }

    private static void checkPackets(Exchange exchange, Path share) throws Exception {
        List<String> command = new ArrayList<>(GuestCommand.verbena());
        command.addAll(
                List.of("packets", share.resolve(exchange.port() + ".pcap").toString()));
        Path packets = share.resolve(exchange.port() + "-packets.txt");
        new TestProcess("the check of the packets of " + exchange, command, Map.of(), packets)
                .run(Duration.ofMinutes(10));
        List<String> addresses = ADDRESSES.get(exchange.ip());
        String guest = addresses.get(0);
        String host = addresses.get(1);
        assertThat(Files.readString(packets)).contains(guest + " > " + host, host + " > " + guest, ", 0 of them wrong");
    }
}
