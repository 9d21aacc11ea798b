// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.itests.softroce.TapNetwork.Part;
import org.verbena.itests.softroce.guest.Copy;
import org.verbena.tck.engine.ResultLine;

/**
 * Connects unchanged TCP programs: nc and socat under librspreload, and a program that uses {@code SocketChannel}. Java
 * uses a simulated device of this host, or rdma_rxe in another guest.
 */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class PlainProgramsIT {
    private static final String KERNEL = GuestPair.KERNEL;
    private static final String SCRIPT_NAME = "copy-with-c.sh";
    private static final Path SCRIPT = Path.of("src", "test", "sh", SCRIPT_NAME);

    /** The side of the server, the program in C, and the kind of exchange. */
    private static final List<String> EXCHANGES =
            List.of("c nc send", "java nc send", "java socat send", "java socat echo");

    private static final int FIRST_PORT = 7600;
    private static final int FILE_SIZE = 1_000_003;
    private static final int PATH_MTU = 4096;

    /**
     * The directory for the sockets of the wire. It is temporary, because the path of a socket has at most 108 bytes.
     */
    @TempDir
    private Path wire;

    @Test
    void programsInCExchangeFilesWithASimulatedDevice() throws Exception {
        Path share = share("copy-net");
        TapNetwork.run(
                share,
                program(),
                new Part(
                        SCRIPT_NAME,
                        ".",
                        options("sim") + " -Dverbena.channels.options=profile=rxe;address=10.99.0.9"));
        check(share);
        new ResultLine("copy-net", "sim", "rxe0").write(EXCHANGES.size() + " exchanges with nc and socat");
    }

    @Test
    void programsInCExchangeFilesWithRdmaRxe() throws Exception {
        GuestPair.check();
        Path share = share("copy-rxe");

        new GuestPair(wire, SCRIPT, share).run(options("ffm"), program());

        check(share);
        new ResultLine("copy-rxe-" + KERNEL, "ffm", "rxe0").write(EXCHANGES.size() + " exchanges with nc and socat");
    }

    private static String options(String provider) {
        return "-Djava.nio.channels.spi.SelectorProvider=org.verbena.channels.RdmaSelectorProvider"
                + " --add-exports=java.base/sun.nio.ch=ALL-UNNAMED -Dverbena.channels.fallback=fail -Dverbena.provider="
                + provider;
    }

    /** Returns the command of the program. A JVM with {@code --add-exports} rejects the cache of {@link ClassCache}. */
    private static List<String> program() throws IOException {
        List<String> words = new ArrayList<>(GuestCommand.java());
        words.addAll(List.of("-cp", GuestCommand.classPath(), Copy.class.getName()));
        return words;
    }

    /** Creates the directory for the results, with the file and the list of exchanges. */
    private static Path share(String name) throws IOException {
        Path share = Files.createDirectories(Path.of("target", name)).toRealPath();
        byte[] bytes = new byte[FILE_SIZE];
        new Random(FILE_SIZE).nextBytes(bytes);
        Files.write(share.resolve("original"), bytes);
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < EXCHANGES.size(); i++) {
            int port = FIRST_PORT + i;
            lines.append(port).append(' ').append(EXCHANGES.get(i)).append('\n');
            for (String file : List.of("copy", "packets", "c.txt", "java.txt")) {
                Files.deleteIfExists(share.resolve(port + "-" + file));
            }
        }
        Files.writeString(share.resolve("exchanges"), lines);
        return share;
    }

    private static void check(Path share) throws IOException {
        for (int i = 0; i < EXCHANGES.size(); i++) {
            int port = FIRST_PORT + i;
            assertThat(share.resolve(port + "-copy"))
                    .as(EXCHANGES.get(i))
                    .hasSameBinaryContentAs(share.resolve("original"));
            String packets = Files.readString(share.resolve(port + "-packets"));
            assertThat(Long.parseLong(packets.strip()))
                    .as("%s: RoCE packets of rxe0", EXCHANGES.get(i))
                    .isGreaterThan(FILE_SIZE / PATH_MTU);
        }
    }
}
