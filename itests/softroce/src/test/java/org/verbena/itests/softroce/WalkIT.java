package org.verbena.itests.softroce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.WalkLane;

/** The simulator answers as rdma_rxe of two kernels does, step by step. */
class WalkIT {
    private static final Path ALLOWANCES = Path.of("src", "test", "walk");

    @ParameterizedTest
    @ValueSource(strings = {"6.12", "6.1"})
    void rxeAndItsModelAgree(String kernel) throws Exception {
        Prerequisites.check(kernel);
        String profile = "rxe-" + kernel;
        new WalkLane("walk-" + profile, "ffm", "rxe0", profile, ALLOWANCES.resolve(profile + ".txt"))
                .run(verbena(kernel), Map.of());
    }

    private static List<String> verbena(String kernel) throws IOException {
        Path share = Files.createDirectories(Path.of("target", "walk")).toRealPath();
        List<String> command = new ArrayList<>(GuestCommand.boot(kernel, 1, share));
        command.addAll(GuestCommand.verbena());
        return command;
    }
}
