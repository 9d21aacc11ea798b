// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Lists the exchanges of {@code cm-tools.sh}, and checks the output of both sides. */
final class CmExchanges {
    static final String SCRIPT = "cm-tools.sh";

    /** The options of {@code verbena} on a simulated device of the host. */
    static final String SIMULATOR = TapNetwork.SIMULATOR + " --timeout 600000";

    private static final int FIRST_PORT = 7200;

    /** The exchanges of each role. rping and ucmatose also get a port. udaddy in C and mckey have no option for it. */
    private static final List<String> EXCHANGES = List.of(
            "rping -v -V -C 20",
            "rping -v -V -C 20 -S 3000",
            "rping -v -V -C 5 -S 65535",
            "ucmatose",
            "ucmatose -c 4 -C 20 -S 5000",
            "ucmatose -P ib -m",
            "ucmatose -S 0",
            "udaddy",
            "udaddy -c 3 -C 20 -S 1000",
            "mckey -m 239.1.2.3",
            "mckey -m 239.1.2.4 -C 20 -S 1000");

    private final Path directory;
    private final List<Exchange> exchanges = new ArrayList<>();

    /**
     * Creates the default exchanges of both roles.
     *
     * @param directory the directory for the output of both sides
     */
    CmExchanges(Path directory) {
        this(directory, EXCHANGES);
    }

    /**
     * Creates exchanges of both roles.
     *
     * @param directory the directory for the output of both sides
     * @param lines the programs and their arguments
     */
    CmExchanges(Path directory, List<String> lines) {
        this.directory = directory;
        for (String server : List.of("c", "java")) {
            for (String what : lines) {
                exchanges.add(new Exchange(FIRST_PORT + exchanges.size(), server, what));
            }
        }
    }

    /**
     * An exchange.
     *
     * @param number its number, which is also the port
     * @param server the side of the server: c or java
     * @param what the program and its arguments
     */
    private record Exchange(int number, String server, String what) {
        String name() {
            return tool() + "-" + number;
        }

        String tool() {
            return what.split(" ", 2)[0];
        }

        String line() {
            boolean hasPort = tool().equals("rping") || tool().equals("ucmatose");
            return name() + " " + server + " " + what + (hasPort ? " -p " + number : "") + "\n";
        }

        boolean isServer(String side) {
            return side.equals(server);
        }

        long pings() {
            return Long.parseLong(what.replaceFirst(".*-C (\\d+).*", "$1"));
        }
    }

    /** Writes the file that the scripts read, and deletes the output of earlier runs. */
    void write() throws IOException {
        Files.createDirectories(directory);
        for (Exchange exchange : exchanges) {
            for (String side : List.of("c", "java")) {
                Files.deleteIfExists(file(exchange, side));
            }
        }
        Files.writeString(
                directory.resolve("exchanges"),
                exchanges.stream().map(Exchange::line).collect(Collectors.joining()));
    }

    private Path file(Exchange exchange, String side) {
        return directory.resolve(exchange.name() + "-" + side + ".txt");
    }

    /** Checks the output of both sides. Returns the number of exchanges. */
    int check() throws IOException {
        for (Exchange exchange : exchanges) {
            for (String side : List.of("c", "java")) {
                Path file = file(exchange, side);
                List<String> lines = Files.readAllLines(file);
                if (exchange.tool().equals("rping")) {
                    String start = exchange.isServer(side) ? "server ping data: rdma-ping-" : "ping data: rdma-ping-";
                    assertThat(lines.stream().filter(line -> line.startsWith(start)))
                            .as("%s: %s", exchange, file)
                            .hasSize((int) exchange.pings());
                } else {
                    assertThat(lines).as("%s: %s", exchange, file).contains("test complete", "return status 0");
                }
            }
        }
        return exchanges.size();
    }
}
