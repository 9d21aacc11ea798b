package org.verbena.itests.fuzz.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.verbena.Device;
import org.verbena.fidelity.vector.FormatException;
import org.verbena.fidelity.walk.Allowances;
import org.verbena.fidelity.walk.RandomWalk;
import org.verbena.fidelity.walk.WalkObserver;
import org.verbena.fidelity.walk.WalkPath;
import org.verbena.fidelity.walk.WalkResult;
import org.verbena.model.DriverModels;
import org.verbena.provider.sim.SimProvider;
import org.verbena.spi.model.DriverModel;

/**
 * The steps of a walk as a file that {@code verbena walk --replay} takes, with whatever numbers; behind a line of
 * {@code %%} a list of allowances. The first line may name a driver behind {@code #}. The steps are taken by two devices
 * of the simulator, which must agree.
 */
public final class StepsFuzz {
    private static final String ALLOWANCES_FOLLOW = "\n%%\n";
    private static final TextFile STEPS = new TextFile("steps.txt");
    private static final TextFile ALLOWANCES = new TextFile("allowances.txt");
    private static final List<String> PROFILES =
            DriverModels.all().stream().map(DriverModel::name).toList();
    private static final List<Device> DEVICES = devices();
    private static final List<Device> MODELS = devices();

    private StepsFuzz() {}

    private static List<Device> devices() {
        return new SimProvider()
                .configure(Map.of("profile", String.join(",", PROFILES), "clock", "manual"))
                .devices();
    }

    /** For Jazzer. */
    public static void fuzzerTestOneInput(byte[] input) throws IOException {
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
                            WalkPath.CONTROL, DEVICES.get(driver), MODELS.get(driver), allowances, WalkObserver.NONE)
                    .replay(STEPS.holding(bytes(steps)));
            assertThat(result.agrees())
                    .as(() -> "two of the same: " + result.difference())
                    .isTrue();
        } catch (IllegalArgumentException | FormatException e) {
            // As documented: a line that is no step or no allowance, and what is no text.
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
