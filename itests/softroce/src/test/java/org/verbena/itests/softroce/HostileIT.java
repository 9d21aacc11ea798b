package org.verbena.itests.softroce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.verbena.tck.hostile.HostileLane;
import org.verbena.tck.hostile.HostileMain;
import org.verbena.tck.hostile.HostileSettings;

/** Every call with hostile objects ends as documented on rdma_rxe, with both providers. */
class HostileIT {
    private static final String KERNEL = "6.12";

    /** The emulator is slow. */
    private static final long CALLS = 500;

    @Test
    void everyCallEndsAsDocumented() throws Exception {
        Prerequisites.check(KERNEL);
        new HostileLane("hostile-rxe-" + KERNEL, HostileSettings.ofGuest(CALLS), "rxe0", List.of("ffm", "jna"))
                .run(java(), HostileMain.class, Map.of());
    }

    private static List<String> java() throws IOException {
        Path share = Files.createDirectories(Path.of("target", "hostile")).toRealPath();
        List<String> command = new ArrayList<>(GuestCommand.boot(KERNEL, 1, share));
        command.addAll(GuestCommand.java());
        command.addAll(List.of("-cp", GuestCommand.classPath()));
        return command;
    }
}
