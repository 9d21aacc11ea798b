package org.verbena.tck.storm;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.verbena.Device;
import org.verbena.tck.engine.LaneReport;
import org.verbena.tck.engine.ProviderArgument;

/** Runs a storm in a separate process, to detect crashes. */
public final class StormMain {
    private static final long USUAL_STEPS = 100_000;

    private StormMain() {}

    /**
     * Runs a storm on a device and prints the result line.
     *
     * @param arguments the test environment, the device, and one or more providers, each with an optional
     *     configuration: {@code sim,profile=rxe}
     * @throws Exception if the storm fails
     */
    public static void main(String[] arguments) throws Exception {
        run(arguments, () -> 0);
    }

    /**
     * Runs a storm with a count of the objects of this process.
     *
     * @param arguments as for {@link #main}
     * @param objects returns their number
     * @throws Exception if the storm fails
     */
    public static void run(String[] arguments, LongSupplier objects) throws Exception {
        String lane = arguments[0];
        StormSettings settings = StormSettings.fromProperties(USUAL_STEPS);
        String deviceName = arguments[1];
        for (String provider : Arrays.asList(arguments).subList(2, arguments.length)) {
            Device device = ProviderArgument.of(provider).device(deviceName);
            String worth = Storm.on(device, settings, objects);
            LaneReport.print(lane, ProviderArgument.name(provider), deviceName, worth);
        }
    }
}
