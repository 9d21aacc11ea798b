package org.verbena.tck.soak;

import java.io.IOException;
import org.verbena.VerbsProvider;
import org.verbena.tck.engine.LaneReport;

/** A lane in which a device soaks. */
public final class SoakLane {
    private SoakLane() {}

    /**
     * Soaks, as long as the properties say, and leaves the lane's line.
     *
     * @param name the lane
     * @param provider the provider
     * @param deviceName the device
     * @throws IOException if the line cannot be written
     * @throws AssertionError if something was lost, doubled or damaged
     */
    public static void run(String name, VerbsProvider provider, String deviceName) throws IOException {
        String worth = Soak.on(provider.device(deviceName), SoakSettings.fromProperties());
        LaneReport.write(name, provider.name(), deviceName, worth);
    }
}
