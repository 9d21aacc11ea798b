package org.verbena.itests.fuzz;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.verbena.cli.CommandFuzz;
import org.verbena.connect.HandshakeFuzz;
import org.verbena.connect.HandshakeMessageFuzz;
import org.verbena.itests.fuzz.targets.AnswersFuzz;
import org.verbena.itests.fuzz.targets.CallsFuzz;
import org.verbena.itests.fuzz.targets.CompletionsFuzz;
import org.verbena.itests.fuzz.targets.ConfigurationFuzz;
import org.verbena.itests.fuzz.targets.StepsFuzz;
import org.verbena.itests.fuzz.targets.VectorsFuzz;

/** What is fuzzed. Each class says what must hold for every input. */
enum FuzzTarget {
    /** Calls with any arguments, on the simulator and on what explains it. */
    API_CALLS(CallsFuzz.class, 2048, 5_000),

    /** What a peer says. */
    CONNECTOR_MESSAGE(HandshakeMessageFuzz.class, 8192, 300_000),

    /** What it says from the beginning to the end, and what becomes of the queue pair. */
    CONNECTOR_HANDSHAKE(HandshakeFuzz.class, 16_384, 10_000),

    /** A command line. */
    CLI_ARGUMENTS(CommandFuzz.class, 512, 1_000),

    /** Files of recorded answers and their configurations. */
    FIDELITY_VECTORS(VectorsFuzz.class, 4096, 10_000),

    /** Files of steps and of known differences. */
    FIDELITY_STEPS(StepsFuzz.class, 4096, 5_000),

    /** What C writes into memory or answers when it is polled. */
    LIBIBVERBS_COMPLETIONS(CompletionsFuzz.class, 1024, 10_000),

    /** What C answers to everything else. */
    LIBIBVERBS_ANSWERS(AnswersFuzz.class, 2048, 10_000),

    /** Options as text. */
    SIMULATOR_CONFIGURATION(ConfigurationFuzz.class, 1024, 10_000);

    private static final Path SEEDS = Path.of("src", "test", "resources", "org", "verbena", "itests", "fuzz");

    private final Class<?> type;
    private final int maxLength;
    private final int inputs;

    FuzzTarget(Class<?> type, int maxLength, int inputs) {
        this.type = type;
        this.maxLength = maxLength;
        this.inputs = inputs;
    }

    /** A class with {@code public static void fuzzerTestOneInput(byte[])}. */
    Class<?> type() {
        return type;
    }

    /** Longer inputs are not tried: they take longer and say no more. */
    int maxLength() {
        return maxLength;
    }

    /** How many inputs take a processor some 10 seconds, with all that has to be done before. */
    int inputs() {
        return inputs;
    }

    /** What is under test. */
    String subject() {
        return words()[0];
    }

    /** Which part of it. */
    String part() {
        return words()[1];
    }

    private String[] words() {
        return name().toLowerCase(Locale.ROOT).split("_", 2);
    }

    /** The name of its directories. */
    String directory() {
        return subject() + "-" + part();
    }

    /** Where its seeds are: inputs from real use, and those that have found something. */
    Path seeds() {
        return SEEDS.resolve(directory());
    }

    List<Path> seedFiles() throws IOException {
        try (Stream<Path> files = Files.list(seeds())) {
            return files.sorted().toList();
        }
    }

    /** Runs one input in this JVM. */
    void run(byte[] input) throws Throwable {
        try {
            type.getMethod("fuzzerTestOneInput", byte[].class).invoke(null, (Object) input);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Override
    public String toString() {
        return subject() + " " + part();
    }
}
