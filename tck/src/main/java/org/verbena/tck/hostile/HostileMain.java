package org.verbena.tck.hostile;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.verbena.Device;
import org.verbena.NoProviderException;
import org.verbena.Verbs;
import org.verbena.VerbsProvider;
import org.verbena.tck.engine.LaneReport;
import org.verbena.tck.engine.ProviderArgument;

/** Makes hostile calls in a separate process, so that a crash or a freeze ends only that process. */
public final class HostileMain {
    private static final long USUAL_CALLS = 10_000;

    private HostileMain() {}

    /**
     * Makes the calls and prints the result line.
     *
     * @param arguments the test environment, the device, a file for the last calls, and one or more providers, each
     *     with an optional configuration: {@code sim,profile=rxe}
     * @throws Exception if a call has an undocumented outcome
     */
    public static void main(String[] arguments) throws Exception {
        run(arguments, List.of());
    }

    /**
     * Makes the calls, including those of further classes.
     *
     * @param arguments as for {@link #main}
     * @param further classes whose public static methods are called
     * @throws Exception if a call has an undocumented outcome
     */
    @SuppressWarnings("CatchAndPrintStackTrace") // the output of the process is the report
    public static void run(String[] arguments, List<Class<?>> further) throws Exception {
        int status = 1;
        try {
            calls(arguments, further);
            status = 0;
        } catch (Throwable e) {
            e.printStackTrace();
        }
        // Ends the process even if a failed call has left threads running.
        System.exit(status);
    }

    private static void calls(String[] arguments, List<Class<?>> further) throws Exception {
        HostileSettings settings = HostileSettings.fromProperties(USUAL_CALLS);
        LastCall last = new LastCall(Path.of(arguments[2]));
        for (String text : Arrays.asList(arguments).subList(3, arguments.length)) {
            VerbsProvider provider = ProviderArgument.of(text);
            Device device = provider.device(arguments[1]);
            System.out.printf(
                    "hostile calls on %s %s: %d from seed %d%n",
                    provider.name(), device.name(), settings.calls(), settings.seed());
            HostileRun run = new HostileRun(provider, device, settings, last, further);
            String worth = run.run(foreign(device));
            LaneReport.print(arguments[0], provider.name(), device.name(), worth);
        }
    }

    /** Returns a device of another provider, or the same device if the simulator is not installed. */
    private static Device foreign(Device device) {
        try {
            return Verbs.provider("sim").devices().get(0);
        } catch (NoProviderException e) {
            return device;
        }
    }
}
