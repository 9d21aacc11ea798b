// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.leak;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.verbena.VerbsProvider;
import org.verbena.tck.engine.ProviderArgument;
import org.verbena.tck.engine.ResultLine;
import org.verbena.tck.engine.StressLauncher;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.fixture.LeakLog;

/**
 * A program that opens and closes connections, half of them by identifiers and half of them by a connector. It compares
 * its resources before and after, while both managers are open. It fails if the resources have grown.
 */
public final class ConnectionCycles {
    /** The argument for a server on the device of the client. */
    public static final String SAME = "same";

    /** The number of connections until all code is compiled and all memory for reuse is allocated. */
    private static final long WARM_UP = 2_000;

    private final StressSettings settings;
    private final Supplier<Map<String, Long>> counts;

    private ConnectionCycles(StressSettings settings, Supplier<Map<String, Long>> counts) {
        this.settings = settings;
        this.counts = counts;
    }

    /**
     * Runs a program in a separate process, whose memory can be measured, and writes the result line.
     *
     * @param launcher the launcher
     * @param program a program that calls {@link #run}
     * @param server the provider of the server with its configuration, or {@link #SAME}
     * @throws IOException if the process cannot be started
     * @throws InterruptedException if this thread is interrupted
     * @throws AssertionError if resources have leaked
     */
    public static void launch(StressLauncher launcher, Class<?> program, String server)
            throws IOException, InterruptedException {
        launcher.withOptions(Resident.JVM_OPTIONS.toArray(String[]::new))
                .withVariables(Resident.ENVIRONMENT)
                .run(program, server);
    }

    /**
     * Runs the cycles, and prints the result line of each provider. The JVM needs the options of {@link Resident}.
     *
     * @param arguments the test environment, the device, the provider of the server, and one or more providers
     * @param counts returns the numbers of other resources by name
     * @throws Exception if a connection fails
     * @throws AssertionError if resources have leaked
     */
    public static void run(String[] arguments, Supplier<Map<String, Long>> counts) throws Exception {
        ConnectionCycles cycles = new ConnectionCycles(StressSettings.of(StressSettings.Kind.CONNECTIONS), counts);
        for (String provider : Arrays.asList(arguments).subList(3, arguments.length)) {
            VerbsProvider client = ProviderArgument.of(provider);
            VerbsProvider server = arguments[2].equals(SAME) ? client : ProviderArgument.of(arguments[2]);
            new ResultLine(arguments[0], ProviderArgument.name(provider), arguments[1])
                    .print(cycles.between(() -> Ends.open(client, server, arguments[1])));
        }
    }

    private String between(Supplier<Ends> opener) throws Exception {
        Resident.Growth growth;
        try (LeakLog leaks = LeakLog.start()) {
            growth = grown(opener);
            leaks.assertNone();
        }
        String result = "%d connections opened and closed, %s".formatted(settings.count(), growth);
        if (growth.isLeakOfFew()) {
            throw new AssertionError(result + "; " + settings.repetition());
        }
        return result;
    }

    private Resident.Growth grown(Supplier<Ends> opener) throws Exception {
        try (Ends first = opener.get();
                Ends second = opener.get();
                ConnectorCycle connectors = new ConnectorCycle(second)) {
            IdentifierCycle identifiers = new IdentifierCycle(first);
            connect(identifiers, connectors, Math.min(settings.count(), WARM_UP));
            Map<String, Long> countsBefore = counts.get();
            Resident before = Resident.now();

            connect(identifiers, connectors, settings.count());

            Resident now = Resident.now();
            return Resident.Growth.between(before, now).and(grown(countsBefore, counts.get()));
        }
    }

    private static void connect(IdentifierCycle identifiers, ConnectorCycle connectors, long count) throws Exception {
        for (long i = 0; i < count; i += 2) {
            identifiers.connect();
            connectors.connect();
        }
        connectors.restart();
    }

    private static Map<String, Long> grown(Map<String, Long> before, Map<String, Long> now) {
        Map<String, Long> grown = new TreeMap<>();
        now.forEach((name, count) -> {
            long more = count - before.getOrDefault(name, 0L);
            if (more > 0) {
                grown.put(name, more);
            }
        });
        return grown;
    }
}
