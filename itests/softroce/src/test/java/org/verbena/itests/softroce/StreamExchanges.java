// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Lists the exchanges of {@code rstream-with-c.sh}, and checks the output of both sides. */
final class StreamExchanges {
    static final String SCRIPT = "rstream-with-c.sh";

    private static final int FIRST_PORT = 7480;

    private static final String HEADINGS = "name      bytes   xfers   iters   total       time     Gb/sec    usec/xfer";

    /** A row: name, bytes, transfers, iterations and total, then the time and the values computed from it. */
    private static final Pattern ROW =
            Pattern.compile("((?:\\S+ +){4}\\S+) +\\d+\\.\\d\\ds +\\d+\\.\\d\\d +\\d+\\.\\d\\d");

    private final Path directory;
    private final List<Exchange> exchanges = new ArrayList<>();

    /**
     * An exchange.
     *
     * @param port the port, which identifies the exchange
     * @param server the side of the server: c or java
     * @param what the kind of sockets of the program in C (rsocket or preload, or iomap for riostream), and the
     *     arguments of both sides
     */
    private record Exchange(int port, String server, String what) {
        String line() {
            return port + " " + server + " " + what + "\n";
        }

        String fileName(String side) {
            return port + "-" + side + ".txt";
        }
    }

    /**
     * Creates a list without exchanges.
     *
     * @param directory the directory for the output of both sides
     */
    StreamExchanges(Path directory) {
        this.directory = directory;
    }

    /**
     * Adds exchanges.
     *
     * @param server the side of the server: c or java
     * @param lines the kinds of sockets and the arguments
     */
    StreamExchanges add(String server, List<String> lines) {
        lines.forEach(what -> exchanges.add(new Exchange(FIRST_PORT + exchanges.size(), server, what)));
        return this;
    }

    /** Writes the file that the scripts read, and deletes the output of earlier runs. */
    void write() throws IOException {
        Files.createDirectories(directory);
        for (Exchange exchange : exchanges) {
            for (String side : List.of("c", "java", "packets")) {
                Files.deleteIfExists(directory.resolve(exchange.fileName(side)));
            }
        }
        Files.writeString(
                directory.resolve("exchanges"),
                exchanges.stream().map(Exchange::line).collect(Collectors.joining()));
    }

    /** Checks the output of both sides, and that they used RDMA. Returns the number of exchanges. */
    int check() throws IOException {
        for (Exchange exchange : exchanges) {
            List<String> ofC = rows(exchange, "c");
            List<String> ofJava = rows(exchange, "java");
            assertThat(ofC).as("%s: rows of C", exchange).hasSize(1);
            assertThat(ofJava).as("%s: rows of Java", exchange).isEqualTo(ofC);
            String packets = Files.readString(directory.resolve(exchange.fileName("packets")));
            // An exchange has at least REQ, REP, RTU, and a packet with its acknowledgement in each direction.
            assertThat(Long.parseLong(packets.strip()))
                    .as("%s: RoCE packets of rxe0", exchange)
                    .isGreaterThanOrEqualTo(7);
        }
        return exchanges.size();
    }

    private List<String> rows(Exchange exchange, String side) throws IOException {
        Path file = directory.resolve(exchange.fileName(side));
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).as("%s: %s", exchange, file).contains(HEADINGS);
        return lines.stream()
                .map(ROW::matcher)
                .filter(matcher -> matcher.matches())
                .map(matcher -> matcher.group(1))
                .toList();
    }
}
