// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;

/**
 * The amount of work of a stress test and the seed of its random numbers.
 *
 * @param kind the kind of test
 * @param seed the seed; a test without random choices ignores it
 * @param count the number of steps, or of other {@linkplain Kind units}
 */
public record StressSettings(Kind kind, long seed, long count) {
    /** The kinds of stress tests, with their directories, units, system properties and amounts of work. */
    public enum Kind {
        /** Random steps that change objects and states of a device and its model. */
        WALK(
                "walk",
                "steps",
                "verbena.walk.steps",
                "verbena.walk.seed",
                Duration.ofMillis(100),
                new Amount(500, 100_000),
                new Amount(200, 3_000)),

        /** Random steps of a device and its model on the data path. */
        DATA_WALK(
                "walk",
                "steps",
                "verbena.walk.data.steps",
                "verbena.walk.seed",
                Duration.ofMillis(500),
                new Amount(500, 50_000),
                new Amount(100, 2_000)),

        /** Random steps of two devices on a network and their models on the data path. */
        NETWORK_WALK(
                "walk",
                "steps",
                "verbena.walk.network.steps",
                "verbena.walk.seed",
                Duration.ofSeconds(1),
                new Amount(50, 750)),

        /** Random calls of connection management on a device and its model. */
        CM_WALK(
                "walk",
                "steps",
                "verbena.walk.cm.steps",
                "verbena.walk.seed",
                Duration.ofSeconds(1),
                new Amount(100, 1_500)),

        /** Random steps of threads that create, use and close handles. */
        STORM(
                "storm",
                "steps",
                "verbena.storm.steps",
                "verbena.storm.seed",
                Duration.ofMillis(30),
                new Amount(4_000, 1_000_000),
                new Amount(50, 5_000)),

        /** Random steps of threads that share batches. */
        BATCH_STORM(
                "storm",
                "steps",
                "verbena.storm.steps",
                "verbena.storm.seed",
                Duration.ofMillis(30),
                new Amount(2_000, 400_000)),

        /** Calls with hostile objects. 10,000 calls include every method. */
        HOSTILE(
                "hostile",
                "calls",
                "verbena.hostile.calls",
                "verbena.hostile.seed",
                Duration.ofMillis(30),
                new Amount(1_000, 1_000_000),
                new Amount(50, 1_000)),

        /** Objects that are created and closed. A leak of 16 bytes for each is a hundred times the noise. */
        CYCLES("cycles", "objects", "verbena.cycles", "", Duration.ofMillis(5), new Amount(30_000, 600_000)),

        /** Connections that are opened and closed. */
        CONNECTIONS(
                "connections",
                "connections",
                "verbena.connections",
                "",
                Duration.ofMillis(500),
                new Amount(200, 10_000),
                new Amount(10, 500)),

        /** Rounds of posts to full queues. */
        LOCKS("locks", "rounds", "verbena.locks.rounds", "", Duration.ofMinutes(1), new Amount(1, 10)),

        /** Attempts to call each method at the limit of the stack. */
        STACK("locks", "dives", "verbena.locks.dives", "verbena.tck.seed", Duration.ofMinutes(1), new Amount(1, 30)),

        /** Rounds of programs on a kernel that returns wrong data. */
        LIES("lies", "rounds", "verbena.lies.rounds", "verbena.lies.seed", Duration.ofMinutes(30), new Amount(1, 5)),

        /** The duration of messages over many connections. */
        SOAK("soak", "seconds", "verbena.soak.seconds", "verbena.soak.seed", Duration.ofSeconds(2), new Amount(1, 60)),

        /** Random requests to each creation call. */
        REQUESTS(
                "requests",
                "requests",
                "verbena.tck.requests",
                "verbena.tck.seed",
                Duration.ofMillis(30),
                new Amount(500, 10_000),
                new Amount(50, 1_000));

        private final String directory;
        private final String unit;
        private final String countProperty;
        private final String seedProperty;

        /** A multiple of the time that a slow machine needs. */
        private final Duration timeoutPerUnit;

        @SuppressWarnings("ImmutableEnumChecker") // a record of numbers
        private final Amount amount;

        @SuppressWarnings("ImmutableEnumChecker") // a record of numbers
        private final Amount amountInGuest;

        /** Defines a kind that does not run in guests. */
        Kind(
                String directory,
                String unit,
                String countProperty,
                String seedProperty,
                Duration timeoutPerUnit,
                Amount amount) {
            this(directory, unit, countProperty, seedProperty, timeoutPerUnit, amount, amount);
        }

        Kind(
                String directory,
                String unit,
                String countProperty,
                String seedProperty,
                Duration timeoutPerUnit,
                Amount amount,
                Amount amountInGuest) {
            this.directory = directory;
            this.unit = unit;
            this.countProperty = countProperty;
            this.seedProperty = seedProperty;
            this.timeoutPerUnit = timeoutPerUnit;
            this.amount = amount;
            this.amountInGuest = amountInGuest;
        }

        private long defaultSeed() {
            return EnumSet.of(DATA_WALK, NETWORK_WALK, CM_WALK).contains(this) ? FIXED_SEED : System.nanoTime();
        }

        /** Returns the directory for the files of a test. */
        Path directory() {
            return Path.of("target", directory);
        }
    }

    /** The default amounts of work, for {@link Effort#BRIEF} and {@link Effort#FULL}. */
    private record Amount(long brief, long full) {
        long now() {
            return Effort.now().of(brief, full);
        }
    }

    /** The seed of walks whose events depend on time. A device has races that only some of their programs meet. */
    private static final long FIXED_SEED = 57_000;

    /** The time limit for the start. It includes the boot of an emulated guest on a busy machine. */
    private static final Duration START = Duration.ofMinutes(30);

    /**
     * Returns the settings of the system properties. The default seed is random, except for {@link Kind#DATA_WALK},
     * {@link Kind#NETWORK_WALK} and {@link Kind#CM_WALK}.
     *
     * @param kind the kind of test
     * @return the settings
     */
    public static StressSettings of(Kind kind) {
        return of(kind, kind.amount);
    }

    /**
     * Returns the settings of the system properties for a test in a guest. A guest is emulated, and calls are slow
     * there.
     *
     * @param kind the kind of test
     * @return the settings, whose {@link #options} the JVM in the guest needs
     */
    public static StressSettings inGuest(Kind kind) {
        return of(kind, kind.amountInGuest);
    }

    /**
     * Returns the settings of the system properties for one of several tests that share the default amount of a full
     * run.
     *
     * @param kind the kind of test
     * @param tests the number of tests
     * @return the settings
     */
    public static StressSettings shared(Kind kind, int tests) {
        return of(kind, new Amount(kind.amount.brief, kind.amount.full / tests));
    }

    private static StressSettings of(Kind kind, Amount amount) {
        return new StressSettings(
                kind,
                Long.getLong(kind.seedProperty, kind.defaultSeed()),
                Long.getLong(kind.countProperty, amount.now()));
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
     * {@return how to repeat the test, for messages, {@code repeat with -Dverbena.storm.seed=1
     * -Dverbena.storm.steps=1000}}
     */
    public String repetition() {
        return "repeat with " + String.join(" ", options());
    }

    /**
     * Returns the settings of one of several parts of equal size, with a separate range of seeds.
     *
     * @param index the index of the part
     * @param parts the number of parts
     * @return the settings of the part
     */
    public StressSettings part(int index, int parts) {
        long size = count / parts;
        return new StressSettings(kind, seed + index * size, size);
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
