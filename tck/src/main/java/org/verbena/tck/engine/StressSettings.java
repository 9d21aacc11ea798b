package org.verbena.tck.engine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The amount of work of a stress test and the seed of its random numbers.
 *
 * @param kind the kind of test
 * @param seed the seed; a test without random choices ignores it
 * @param count the number of steps, or of other {@linkplain Kind units}
 */
public record StressSettings(Kind kind, long seed, long count) {
    /**
     * The kinds of stress tests, with their directories, units, system properties and amounts of work. The system
     * property {@code verbena.full} selects the second amount. A guest is emulated, and calls are slow there.
     */
    public enum Kind {
        /** Random steps that change objects and states of a device and its model. */
        WALK("walk", "steps", "verbena.walk.steps", "verbena.walk.seed", 5_000, 200_000, Duration.ofMillis(100)),

        /** The same in a guest. */
        GUEST_WALK("walk", "steps", "verbena.walk.steps", "verbena.walk.seed", 2_000, 20_000, Duration.ofMillis(100)),

        /** Random steps of a device and its model on the data path. */
        DATA_WALK(
                "walk",
                "steps",
                "verbena.walk.data.steps",
                "verbena.walk.seed",
                5_000,
                200_000,
                Duration.ofMillis(500)),

        /** The same in a guest. */
        GUEST_DATA_WALK(
                "walk", "steps", "verbena.walk.data.steps", "verbena.walk.seed", 1_000, 10_000, Duration.ofMillis(500)),

        /** Random steps of threads that create, use and close handles. */
        STORM("storm", "steps", "verbena.storm.steps", "verbena.storm.seed", 40_000, 1_000_000, Duration.ofMillis(30)),

        /** The same in a guest. */
        GUEST_STORM("storm", "steps", "verbena.storm.steps", "verbena.storm.seed", 500, 5_000, Duration.ofMillis(30)),

        /** Random steps of threads that share batches. */
        BATCH_STORM(
                "storm", "steps", "verbena.storm.steps", "verbena.storm.seed", 20_000, 400_000, Duration.ofMillis(30)),

        /** Calls with hostile objects. */
        HOSTILE(
                "hostile",
                "calls",
                "verbena.hostile.calls",
                "verbena.hostile.seed",
                5_000,
                200_000,
                Duration.ofMillis(30)),

        /** The same in a guest. */
        GUEST_HOSTILE(
                "hostile", "calls", "verbena.hostile.calls", "verbena.hostile.seed", 500, 5_000, Duration.ofMillis(30)),

        /** Objects that are created and closed. */
        CYCLES("cycles", "objects", "verbena.cycles", "", 250_000, 2_000_000, Duration.ofMillis(5)),

        /** Rounds of posts to full queues. */
        LOCKS("locks", "rounds", "verbena.locks.rounds", "", 2, 20, Duration.ofMinutes(1)),

        /** Attempts to call each method at the limit of the stack. */
        STACK("locks", "dives", "verbena.locks.dives", "verbena.tck.seed", 10, 60, Duration.ofMinutes(1)),

        /** Rounds of programs on a kernel that returns wrong data. */
        LIES("lies", "rounds", "verbena.lies.rounds", "verbena.lies.seed", 1, 10, Duration.ofMinutes(30)),

        /** The duration of messages over many connections. */
        SOAK("soak", "seconds", "verbena.soak.seconds", "verbena.soak.seed", 8, 120, Duration.ofSeconds(2)),

        /** Random requests to each creation call. */
        REQUESTS(
                "requests",
                "requests",
                "verbena.tck.requests",
                "verbena.tck.seed",
                5_000,
                50_000,
                Duration.ofMillis(30)),

        /** The same in a guest. */
        GUEST_REQUESTS(
                "requests", "requests", "verbena.tck.requests", "verbena.tck.seed", 500, 5_000, Duration.ofMillis(30));

        private final String directory;
        private final String unit;
        private final String countProperty;
        private final String seedProperty;
        private final long count;
        private final long fullCount;

        /** A multiple of the time that a slow machine needs. */
        private final Duration timeoutPerUnit;

        Kind(
                String directory,
                String unit,
                String countProperty,
                String seedProperty,
                long count,
                long fullCount,
                Duration timeoutPerUnit) {
            this.directory = directory;
            this.unit = unit;
            this.countProperty = countProperty;
            this.seedProperty = seedProperty;
            this.count = count;
            this.fullCount = fullCount;
            this.timeoutPerUnit = timeoutPerUnit;
        }

        private long defaultSeed() {
            return this == DATA_WALK || this == GUEST_DATA_WALK ? DATA_SEED : System.nanoTime();
        }

        private long defaultCount() {
            return Boolean.getBoolean(FULL_PROPERTY) ? fullCount : count;
        }

        /** Returns the directory for the files of a test. */
        Path directory() {
            return Path.of("target", directory);
        }
    }

    /** The seed of programs without races. The data path of a device has races. */
    private static final long DATA_SEED = 57_000;

    private static final String FULL_PROPERTY = "verbena.full";

    /** The time limit for the start. It includes the boot of an emulated guest on a busy machine. */
    private static final Duration START = Duration.ofMinutes(30);

    /**
     * Returns the settings of the system properties. The default seed is random, except for {@link Kind#DATA_WALK} and
     * {@link Kind#GUEST_DATA_WALK}.
     *
     * @param kind the kind of test
     * @return the settings
     */
    public static StressSettings of(Kind kind) {
        return new StressSettings(kind, seed(kind), Long.getLong(kind.countProperty, kind.defaultCount()));
    }

    private static long seed(Kind kind) {
        return Long.getLong(kind.seedProperty, kind.defaultSeed());
    }

    /**
     * Returns the options of a JVM that repeats the test.
     *
     * @return the options that set the system properties
     */
    public List<String> options() {
        String ofCount = "-D%s=%d".formatted(kind.countProperty, count);
        return isRandom() ? List.of("-D%s=%d".formatted(kind.seedProperty, seed), ofCount) : List.of(ofCount);
    }

    private boolean isRandom() {
        return !kind.seedProperty.isEmpty();
    }

    /**
     * Returns how to repeat the test, for messages.
     *
     * @return {@code repeat with -Dverbena.storm.seed=1 -Dverbena.storm.steps=1000}
     */
    public String repetition() {
        return "repeat with " + String.join(" ", options());
    }

    /** Returns the time limit for a number of providers. */
    Duration timeout(int providers) {
        return kind.timeoutPerUnit.multipliedBy(count * providers).plus(START);
    }

    /** Returns {@code 1000 steps from seed 1}. */
    @Override
    public String toString() {
        return "%d %s".formatted(count, kind.unit) + (isRandom() ? " from seed " + seed : "");
    }
}
