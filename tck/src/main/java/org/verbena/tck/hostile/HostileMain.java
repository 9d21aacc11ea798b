// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.hostile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.verbena.Device;
import org.verbena.NoProviderException;
import org.verbena.Verbs;
import org.verbena.VerbsProvider;
import org.verbena.tck.engine.ProviderArgument;
import org.verbena.tck.engine.ResultLine;
import org.verbena.tck.engine.StressLauncher;
import org.verbena.tck.engine.StressSettings;

/** Makes hostile calls in a separate process, so that a crash or a freeze ends only that process. */
public final class HostileMain {
    private HostileMain() {}

    /**
     * The maximum number of calls of one process. Many calls wait for something, so several processes together are
     * faster than one.
     */
    private static final long MOST_CALLS = 250_000;

    /**
     * Makes the calls in a separate process, or many calls in several processes, and writes the result lines.
     *
     * @param launcher the launcher
     * @param program the main class, which takes the arguments of {@link #main}
     * @throws IOException if the process cannot be started
     * @throws InterruptedException if this thread is interrupted
     * @throws AssertionError if a call has an undocumented outcome, crashes or freezes; the message contains the last
     *     calls and the options that repeat them
     */
    public static void launch(StressLauncher launcher, Class<?> program) throws IOException, InterruptedException {
        List<StressLauncher> parts = launcher.parts(MOST_CALLS);
        ExecutorService threads = Executors.newFixedThreadPool(parts.size());
        try {
            List<Callable<Void>> calls = new ArrayList<>();
            for (StressLauncher part : parts) {
                calls.add(() -> {
                    launchPart(part, program);
                    return null;
                });
            }
            for (Future<Void> result : threads.invokeAll(calls)) {
                result.get();
            }
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } finally {
            threads.shutdown();
        }
    }

    private static void launchPart(StressLauncher launcher, Class<?> program) throws IOException, InterruptedException {
        Path last = launcher.file(".calls");
        Files.deleteIfExists(last);
        try {
            launcher.run(program, last.toString());
        } catch (AssertionError e) {
            throw new AssertionError("%s%nLast calls:%n%s".formatted(e.getMessage(), Caller.LastCalls.read(last)), e);
        }
    }

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
        StressSettings settings = StressSettings.of(StressSettings.Kind.HOSTILE);
        Caller.LastCalls last = new Caller.LastCalls(Path.of(arguments[2]));
        for (String text : Arrays.asList(arguments).subList(3, arguments.length)) {
            VerbsProvider provider = ProviderArgument.of(text);
            Device device = provider.device(arguments[1]);
            System.out.printf("hostile calls on %s %s: %s%n", provider.name(), device.name(), settings);
            HostileRun run = new HostileRun(provider, device, settings, last, further);
            new ResultLine(arguments[0], provider.name(), device.name()).print(run.run(foreign(device)));
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
