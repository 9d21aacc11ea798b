// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.itests.softroce.TapNetwork.Part;
import org.verbena.tck.engine.ResultLine;

/**
 * Connects {@code verbena rstream} with {@code rstream} of librdmacm in a guest, and {@code verbena riostream} with
 * {@code riostream}. Java uses a simulated device of this host, or rdma_rxe in another guest.
 */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class RsocketIT {
    private static final String KERNEL = GuestPair.KERNEL;
    private static final Path SCRIPT = Path.of("src", "test", "sh", StreamExchanges.SCRIPT);

    /**
     * The sizes, counts and kinds of calls. -T v verifies the data on both sides. -B 4096 gives rings of 8 KiB. Only
     * Java gets the options after --. With -T a, a client in C fails if it polls after the server has sent the last
     * bytes and has disconnected. In this case do_poll of rdma-core (librdmacm/examples/common.c) returns POLLHUP.
     */
    private static final List<String> USUAL = List.of(
            "rsocket -S 1 -C 500 -T v",
            "rsocket -S 64 -C 1 -I 200 -T v",
            "rsocket -S 3000 -C 100 -T v",
            "rsocket -S 65536 -C 20 -I 3 -T v",
            "rsocket -S 1000000 -C 4 -T v",
            "rsocket -S 20000 -C 20 -T b -T v",
            "rsocket -S 20000 -C 20 -T v -- -T a",
            "rsocket -S 20000 -C 20 -T v -- -T b",
            "rsocket -S 30000 -C 10 -B 4096 -T v",
            "rsocket -S 30000 -C 10 -B 4096 -T v -- -T a",
            "rsocket -k 1 -S 1000 -C 10 -T v");

    private static final List<String> PRELOAD = List.of(
            "preload -S 3000 -C 50 -T v", "preload -S 100000 -C 5 -T b -T v", "preload -S 5000 -C 20 -T v -- -T a");

    /**
     * Writes into mapped memory, with the same options. The exchange with 300 iterations wraps the marker, which has
     * 256 values.
     */
    private static final List<String> MAPPED = List.of(
            "iomap -S 3000 -C 100 -T v",
            "iomap -S 100000 -C 20 -T b -T v",
            "iomap -S 1 -C 1 -I 300 -T v",
            "iomap -S 16 -C 2 -I 3 -T v",
            "iomap -S 30000 -C 10 -B 4096 -T v -- -T a");

    /**
     * The exchanges in a guest. Only ffm has all of them, because a JVM in a guest takes 15 seconds for
     * each.
     */
    private static final List<String> IN_GUEST = List.of(
            "rsocket -S 3000 -C 100 -T v",
            "rsocket -S 100000 -C 20 -T b -T v",
            "rsocket -S 1 -C 100 -T v",
            "rsocket -S 20000 -C 20 -T v -- -T a",
            "rsocket -S 30000 -C 10 -B 4096 -T v");

    /** 80,000 messages in each direction, so that the 16-bit sequence numbers wrap around. */
    private static final String LONG = "rsocket -S 64 -C 4 -I 20000 -T v";

    /**
     * The directory for the sockets of the wire. It is temporary, because the path of a socket has at most 108 bytes.
     */
    @TempDir
    private Path wire;

    @Test
    void rstreamInCStreamsToSimulatedDevices() throws Exception {
        Path share = TapNetwork.share("rsocket-net");
        List<String> lines = lines(USUAL, PRELOAD, MAPPED);
        StreamExchanges exchanges =
                new StreamExchanges(share).add("c", lines).add("java", lines).add("c", List.of(LONG));
        exchanges.write();
        TapNetwork.run(share, GuestCommand.verbena(), new Part(StreamExchanges.SCRIPT, ".", TapNetwork.SIMULATOR));
        new ResultLine("rsocket-net", "sim", "rxe0")
                .write(exchanges.check() + " exchanges with rstream in C in both roles, " + 2 * PRELOAD.size()
                        + " with librspreload, " + 2 * MAPPED.size() + " with riostream");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void rstreamInCStreamsToBothProviders(String provider) throws Exception {
        GuestPair.check();
        Path share = Files.createDirectories(Path.of("target", "rsocket-rxe-" + provider))
                .toRealPath();
        boolean isFfm = provider.equals("ffm");
        List<String> lines = isFfm ? lines(IN_GUEST, MAPPED) : lines(IN_GUEST.subList(0, 2), MAPPED.subList(0, 1));
        StreamExchanges exchanges = new StreamExchanges(share).add("c", lines);
        if (isFfm) {
            exchanges.add("java", lines);
        }
        exchanges.write();

        new GuestPair(wire, SCRIPT, share).run("--provider " + provider, GuestCommand.verbenaInGuest());

        new ResultLine("rsocket-rxe-" + KERNEL, provider, "rxe0")
                .write(exchanges.check() + " exchanges with rstream and riostream in C");
    }

    @SafeVarargs
    private static List<String> lines(List<String>... parts) {
        return Stream.of(parts).flatMap(List::stream).toList();
    }
}
