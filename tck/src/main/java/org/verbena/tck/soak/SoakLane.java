package org.verbena.tck.soak;

import java.io.IOException;
import org.verbena.VerbsProvider;
import org.verbena.tck.engine.LaneReport;

/** A test environment for soak tests. */
public final class SoakLane {
    private SoakLane() {}

    /**
     * Runs a soak test for the duration of the system properties, and writes the result line.
     *
     * @param name the name of the test environment
     * @param provider the provider
     * @param deviceName the device
     * @throws IOException if the line cannot be written
     * @throws AssertionError if a message is lost, duplicated or damaged
     */
    public static void run(String name, VerbsProvider provider, String deviceName) throws IOException {
        String worth = Soak.on(provider.device(deviceName), SoakSettings.fromProperties());
        LaneReport.write(name, provider.name(), deviceName, worth);
    }
}
