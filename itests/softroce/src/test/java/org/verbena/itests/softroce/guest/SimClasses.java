// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.verbena.ProviderLookup;
import org.verbena.Verbs;
import org.verbena.cli.Main;
import org.verbena.tck.ConformanceKit;

/** Runs the conformance kit and {@code verbena} on the simulator of this host, so that the JVM loads their classes. */
public class SimClasses {
    @TestFactory
    Stream<DynamicNode> behaviours() {
        return kit("spec").tests();
    }

    @TestFactory
    Stream<DynamicNode> connections() {
        return kit("rxe").connections().tests();
    }

    @Test
    void commands() {
        assertThat(verbena("ping", "--provider", "sim", "--count", "1000")).isZero();
    }

    private static int verbena(String... arguments) {
        return Main.commandLine(ProviderLookup.create()).execute(arguments);
    }

    private static ConformanceKit kit(String profile) {
        String twoDevices = profile + "," + profile;
        return ConformanceKit.on(
                        Verbs.provider("sim").configure(Map.of("profile", twoDevices)), "sim_" + profile + "_0")
                .peer("sim_" + profile + "_1")
                .environment("class-cache");
    }
}
