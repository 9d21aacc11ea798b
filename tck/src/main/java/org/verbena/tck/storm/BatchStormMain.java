package org.verbena.tck.storm;

import java.util.Arrays;
import org.verbena.tck.engine.LaneReport;
import org.verbena.tck.engine.ProviderArgument;

/** Runs a storm over shared batches in a separate process, to detect crashes. */
public final class BatchStormMain {
    private static final long USUAL_STEPS = 40_000;

    private BatchStormMain() {}

    /**
     * Runs the storm on a device and prints the result line.
     *
     * @param arguments as for {@link StormMain#main}
     * @throws Exception if the storm fails
     */
    public static void main(String[] arguments) throws Exception {
        StormSettings settings = StormSettings.fromProperties(USUAL_STEPS);
        for (String provider : Arrays.asList(arguments).subList(2, arguments.length)) {
            String worth = BatchStorm.on(ProviderArgument.of(provider).device(arguments[1]), settings);
            LaneReport.print(arguments[0], ProviderArgument.name(provider), arguments[1], worth);
        }
    }
}
