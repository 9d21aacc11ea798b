package org.verbena.tck.storm;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.verbena.Device;
import org.verbena.tck.engine.ProviderArgument;

/** A storm in a process of its own, so that a crash is seen. */
public final class StormMain {
    private static final long USUAL_STEPS = 100_000;

    private StormMain() {}

    /**
     * Storms on a device, and prints the lane's line.
     *
     * @param arguments the lane, the device, then one or more providers, each with a
     *     configuration if there is one: {@code sim,profile=rxe}
     * @throws Exception if it does not end well
     */
    public static void main(String[] arguments) throws Exception {
        run(arguments, () -> 0);
    }

    /**
     * The same where somebody counts the objects of this process.
     *
     * @param arguments as for {@link #main}
     * @param objects their number
     * @throws Exception if it does not end well
     */
    public static void run(String[] arguments, LongSupplier objects) throws Exception {
        String lane = arguments[0];
        StormSettings settings = StormSettings.fromProperties(USUAL_STEPS);
        String deviceName = arguments[1];
        for (String provider : Arrays.asList(arguments).subList(2, arguments.length)) {
            Device device = ProviderArgument.of(provider).device(deviceName);
            String worth = Storm.on(device, settings, objects);
            System.out.printf("lane %s %s %s: %s%n", lane, ProviderArgument.name(provider), deviceName, worth);
        }
    }
}
