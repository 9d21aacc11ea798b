// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.leak;

import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.verbena.Device;
import org.verbena.VerbsObject;
import org.verbena.tck.engine.ProviderArgument;
import org.verbena.tck.engine.ResultLine;
import org.verbena.tck.engine.StressLauncher;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.fixture.Creation;
import org.verbena.tck.fixture.Fixture;

/**
 * A program that creates and closes objects, each kind in turn, and at intervals the device context. At the end, it
 * compares its resources with those after the first fifth. The exit status is 1 if the resources have grown.
 */
public final class CreateCloseCycles {
    /** The minimum number of objects until all code is compiled and all memory for reuse is allocated. */
    private static final long WARM_UP = 100_000;

    private static final String SEPARATOR = ",";
    private static final int CYCLES_PER_CONTEXT = 10_000;

    private final Device device;
    private final Set<Creation> kinds;

    private CreateCloseCycles(Device device, Set<Creation> kinds) {
        this.device = device;
        this.kinds = kinds;
    }

    /**
     * Runs the program in a separate process, whose memory can be measured, and writes the result line.
     *
     * @param environment the test environment
     * @param device the device
     * @param provider the provider
     * @param leftOut the kinds with a known leak
     * @throws IOException if the process cannot be started
     * @throws InterruptedException if this thread is interrupted
     * @throws AssertionError if resources have leaked
     */
    public static void launch(String environment, String device, String provider, Set<Creation> leftOut)
            throws IOException, InterruptedException {
        StressLauncher.of(StressSettings.of(StressSettings.Kind.CYCLES), environment, device, provider)
                .withOptions(Resident.JVM_OPTIONS.toArray(String[]::new))
                .withVariables(Resident.ENVIRONMENT)
                .run(
                        CreateCloseCycles.class,
                        leftOut.stream().map(Creation::name).collect(Collectors.joining(SEPARATOR)));
    }

    /**
     * Runs the program. The JVM needs the options of {@link Resident}.
     *
     * @param args test environment, device, the kinds to leave out with commas between them, and provider
     */
    public static void main(String[] args) {
        Set<Creation> kinds = EnumSet.allOf(Creation.class);
        Arrays.stream(args[2].split(SEPARATOR, -1))
                .filter(name -> !name.isEmpty())
                .map(Creation::valueOf)
                .forEach(kinds::remove);
        CreateCloseCycles cycles =
                new CreateCloseCycles(ProviderArgument.of(args[3]).device(args[1]), kinds);
        long objects = StressSettings.of(StressSettings.Kind.CYCLES).count();
        cycles.run(Math.max(objects / 5, WARM_UP));
        Resident before = Resident.now();

        cycles.run(objects - objects / 5);

        Resident.Growth growth = Resident.Growth.between(before, Resident.now());
        new ResultLine(args[0], ProviderArgument.name(args[3]), args[1])
                .print("%d objects created and closed, %s".formatted(objects, growth));
        System.exit(growth.isLeak(objects) ? 1 : 0);
    }

    private void run(long objects) {
        for (long left = objects; left > 0; left -= CYCLES_PER_CONTEXT) {
            try (Fixture fixture = Fixture.on(device)) {
                List<Supplier<VerbsObject>> creations =
                        kinds.stream().map(kind -> kind.prepare(fixture)).toList();
                createAndClose(creations, Math.min(left, CYCLES_PER_CONTEXT));
            }
        }
    }

    private static void createAndClose(List<Supplier<VerbsObject>> creations, long objects) {
        for (int i = 0; i < objects; i++) {
            creations.get(i % creations.size()).get().close();
        }
    }
}
