package org.verbena.tck.leak;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.verbena.Device;
import org.verbena.Verbs;
import org.verbena.VerbsObject;
import org.verbena.tck.fixture.Creation;
import org.verbena.tck.fixture.Fixture;

/**
 * A program that creates and closes objects, each kind in turn, and at intervals the device context. At the end, it
 * compares its resources with those after the first fifth. The last line contains the result, and the exit status is 1
 * if the resources have grown.
 */
public final class CreateCloseCycles {
    private static final int CYCLES_PER_CONTEXT = 10_000;

    private final Device device;
    private final Set<Creation> kinds;

    private CreateCloseCycles(Device device, Set<Creation> kinds) {
        this.device = device;
        this.kinds = kinds;
    }

    /**
     * Runs the program. The JVM needs the options of {@link Resident}.
     *
     * @param args provider, device, number of objects, and the kinds to leave out
     */
    public static void main(String[] args) {
        Set<Creation> kinds = EnumSet.allOf(Creation.class);
        Stream.of(args).skip(3).map(Creation::valueOf).forEach(kinds::remove);
        CreateCloseCycles cycles = new CreateCloseCycles(Verbs.provider(args[0]).device(args[1]), kinds);
        long objects = Long.parseLong(args[2]);
        cycles.run(objects / 5);
        Resident before = Resident.now();

        cycles.run(objects - objects / 5);

        Growth growth = Growth.between(before, Resident.now());
        System.out.printf("%d objects created and closed, %s%n", objects, growth);
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
