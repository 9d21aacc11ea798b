// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.ProviderLookup;
import org.verbena.Verbs;
import org.verbena.cli.Main;
import org.verbena.tck.ConformanceKit;

/** Runs the conformance kit and {@code verbena} on the simulator on this host, so that the JVM loads their classes. */
public class SimClasses {
    /** The options of a simulated device on the network. Its address follows. */
    private static final String NETWORK =
            " --provider sim --option profile=rxe --option udp-port=25891 --option address=";

    private static final AtomicInteger ADDRESSES = new AtomicInteger();
    private static final int MAX_ADDRESSES = 200;

    @TestFactory
    Stream<DynamicNode> behaviours() {
        return kit("spec").tests();
    }

    @TestFactory
    Stream<DynamicNode> connections() {
        return kit("rxe").connections().tests();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "providers",
                "ping --provider sim --count 1000",
                "walk --provider sim --option profile=rxe --device sim_rxe_0 --profile rxe --seed 42 --steps 100",
                "walk --path data --provider sim --option profile=rxe --device sim_rxe_0 --profile rxe --seed 42 --steps 100",
                "walk --path cm --provider sim --option profile=rxe --device sim_rxe_0 --profile rxe --seed 42 --steps 100"
            })
    void command(String line) {
        assertThat(verbena(line)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "rping -s -C 3 -a, rping -c -C 3 -a",
        "ucmatose -b, ucmatose -s",
        "udaddy -b, udaddy -s",
        "rstream -S 3000 -C 10 -b, rstream -S 3000 -C 10 -s"
    })
    void twoCommands(String server, String client) throws Exception {
        String address = nextAddress();
        CompletableFuture<Integer> status =
                CompletableFuture.supplyAsync(() -> verbena(server + " " + address + NETWORK + address));
        // The server may not listen yet, so the client tries again.
        while (verbena(client + " " + address + NETWORK + nextAddress()) != 0) {
            assertThat(status).isNotDone();
            assertThat(ADDRESSES).hasValueLessThan(MAX_ADDRESSES);
        }
        assertThat(status.get()).isZero();
    }

    /** Returns an address of this host. A simulated device keeps its address until the JVM ends. */
    private static String nextAddress() {
        return "127.0.1." + ADDRESSES.incrementAndGet();
    }

    private static int verbena(String line) {
        return Main.commandLine(ProviderLookup.create()).execute(line.split(" "));
    }

    private static ConformanceKit kit(String profile) {
        String twoDevices = profile + "," + profile;
        return ConformanceKit.on(
                        Verbs.provider("sim").configure(Map.of("profile", twoDevices)), "sim_" + profile + "_0")
                .peer("sim_" + profile + "_1")
                .environment("class-cache");
    }
}
