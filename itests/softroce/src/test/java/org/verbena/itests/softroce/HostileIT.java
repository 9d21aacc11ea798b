package org.verbena.itests.softroce;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.verbena.tck.hostile.HostileLane;
import org.verbena.tck.hostile.HostileMain;
import org.verbena.tck.hostile.HostileSettings;

/** Checks that every call with hostile objects behaves as documented on rdma_rxe, with both providers. */
class HostileIT {
    private static final String KERNEL = "6.12";

    /** Small, because the emulator is slow. */
    private static final long CALLS = 500;

    @Test
    void everyCallEndsAsDocumented() throws Exception {
        Prerequisites.check(KERNEL);
        new HostileLane("hostile-rxe-" + KERNEL, HostileSettings.ofGuest(CALLS), "rxe0", List.of("ffm", "jna"))
                .run(GuestCommand.jvm(KERNEL, Path.of("target", "hostile")), HostileMain.class, Map.of());
    }
}
