// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.fuzz.targets;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.verbena.core.model.DriverModels;
import org.verbena.fidelity.vector.FormatException;
import org.verbena.fidelity.walk.Allowances;
import org.verbena.fidelity.walk.RandomWalk;
import org.verbena.fidelity.walk.WalkKind;
import org.verbena.fidelity.walk.WalkLink;
import org.verbena.fidelity.walk.WalkObserver;
import org.verbena.fidelity.walk.WalkResult;
import org.verbena.provider.sim.SimProvider;
import org.verbena.spi.model.DriverModel;

/**
 * Fuzzes the steps of a walk in a file for {@code verbena walk --replay}, with any numbers.
 *
 * <p>A line of {@code %%} separates the steps from a list of known differences. The first line may name a driver after
 * {@code #}. Two devices of the simulator run the steps and must agree.
 */
public class StepsFuzz {
    private static final String ALLOWANCES_FOLLOW = "\n%%\n";
    private static final TextFile STEPS = new TextFile("steps.txt");
    private static final TextFile ALLOWANCES = new TextFile("allowances.txt");
    private static final List<String> PROFILES =
            DriverModels.all().stream().map(DriverModel::name).toList();
    private static final List<WalkLink> DEVICES = devices();
    private static final List<WalkLink> MODELS = devices();

    private static List<WalkLink> devices() {
        return new SimProvider()
                .configure(Map.of("profile", String.join(",", PROFILES), "clock", "manual")).devices().stream()
                        .map(WalkLink::within)
                        .toList();
    }

    @FuzzTest
    void noInputDoesHarm(byte[] input) throws IOException {
        String text = new String(input, StandardCharsets.ISO_8859_1);
        int driver =
                Math.max(0, PROFILES.indexOf(text.lines().findFirst().orElse("").replace("# ", "")));
        int stepsEnd = text.indexOf(ALLOWANCES_FOLLOW);
        try {
            Allowances allowances = stepsEnd < 0
                    ? Allowances.none()
                    : Allowances.read(ALLOWANCES.holding(bytes(text.substring(stepsEnd + ALLOWANCES_FOLLOW.length()))));
            String steps = stepsEnd < 0 ? text : text.substring(0, stepsEnd);
            WalkResult result = new RandomWalk(
                            WalkKind.CONTROL, DEVICES.get(driver), MODELS.get(driver), allowances, WalkObserver.NONE)
                    .replay(STEPS.holding(bytes(steps)));
            assertThat(result.agrees())
                    .as(() -> "two simulators of the same driver differ: " + result.difference())
                    .isTrue();
        } catch (IllegalArgumentException | FormatException e) {
            // This is documented. A line is not a step or not a known difference, or the input is not text.
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
