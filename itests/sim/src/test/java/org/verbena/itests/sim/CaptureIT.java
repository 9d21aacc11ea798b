// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.verbena.Verbs;
import org.verbena.tck.ConformanceKit;
import org.verbena.tck.Deviations;
import org.verbena.tck.engine.Prerequisites;

/** Runs the conformance kit with a packet capture, and checks that tshark can dissect all packets. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class CaptureIT {
    /** Matches packets that tshark cannot dissect, and packets with an expert warning. */
    private static final String COMPLAINTS = "_ws.malformed || _ws.expert.severity >= 6291456";

    /** The options that disable protocols that tshark guesses from arbitrary payloads. */
    private static final List<String> GUESSES =
            List.of("--disable-protocol", "rpcordma", "--disable-protocol", "infiniband.eoib");

    @TestFactory
    Stream<DynamicNode> kitAndDissection() throws Exception {
        requireTshark();
        return Stream.of("mlx5", "rxe").map(profile -> {
            Path file = Path.of("target", "capture-" + profile + ".pcap").toAbsolutePath();
            return dynamicContainer(
                    profile, Stream.concat(kit(profile, file), Stream.of(dynamicTest("dissected", () -> {
                        assertThat(tshark(file, COMPLAINTS)).isEmpty();
                        assertThat(tshark(file, "infiniband")).hasSizeGreaterThan(1_000);
                    }))));
        });
    }

    private static Stream<DynamicNode> kit(String profile, Path file) {
        String twoDevices = profile + "," + profile;
        return ConformanceKit.on(
                        Verbs.provider("sim").configure(Map.of("profile", twoDevices, "pcap", file.toString())),
                        "sim_" + profile + "_0")
                .peer("sim_" + profile + "_1")
                .environment("sim-captured")
                .deviations(Deviations.resource(SimIT.class, profile + ".txt"))
                .tests();
    }

    /** Skips the test if tshark is missing, unless all environments are required. */
    private static void requireTshark() {
        boolean present = Stream.of(System.getenv("PATH").split(":", -1))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "tshark")));
        Prerequisites.require("sim-captured", present ? Optional.empty() : Optional.of("tshark was not found"));
    }

    private static List<String> tshark(Path file, String filter) throws Exception {
        List<String> command = new ArrayList<>(List.of("tshark", "-n", "-r", file.toString(), "-Y", filter));
        command.addAll(GUESSES);
        Process tshark = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String> lines = tshark.inputReader().lines().toList();
        assertThat(tshark.waitFor()).isZero();
        return lines;
    }
}
