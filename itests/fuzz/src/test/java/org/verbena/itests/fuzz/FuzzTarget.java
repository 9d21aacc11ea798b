// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.lang.reflect.Method;
import java.nio.file.Path;
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

/** The fuzz targets. Each class defines the properties that must hold for every input. */
enum FuzzTarget {
    /** API calls with any arguments, on a simulated device and its explainer. */
    API_CALLS(CallsFuzz.class, 2048),

    /** A message of a peer. */
    CONNECTOR_MESSAGE(HandshakeMessageFuzz.class, 8192),

    /** All messages of a peer, and the resulting state of the queue pair. */
    CONNECTOR_HANDSHAKE(HandshakeFuzz.class, 16_384),

    /** A command line. */
    CLI_ARGUMENTS(CommandFuzz.class, 512),

    /** Files of recorded answers and their configurations. */
    FIDELITY_VECTORS(VectorsFuzz.class, 4096),

    /** Files of steps and of known differences. */
    FIDELITY_STEPS(StepsFuzz.class, 4096),

    /** Completions that the C library writes into memory or returns from polls. */
    LIBIBVERBS_COMPLETIONS(CompletionsFuzz.class, 1024),

    /** All other results of the C library. */
    LIBIBVERBS_ANSWERS(AnswersFuzz.class, 2048),

    /** Configuration options as text. */
    SIMULATOR_CONFIGURATION(ConfigurationFuzz.class, 1024);

    private static final Path RESOURCES = Path.of("src", "test", "resources");

    private final Class<?> type;
    private final int maxLength;

    FuzzTarget(Class<?> type, int maxLength) {
        this.type = type;
        this.maxLength = maxLength;
    }

    /** Returns a class with one fuzz test, whose argument is an array of bytes. */
    Class<?> type() {
        return type;
    }

    /** Returns the maximum length of an input. Longer inputs take more time without reaching more code. */
    int maxLength() {
        return maxLength;
    }

    /** Returns the component under test. */
    String subject() {
        return words()[0];
    }

    /** Returns the tested part of the component. */
    String part() {
        return words()[1];
    }

    private String[] words() {
        return name().toLowerCase(Locale.ROOT).split("_", 2);
    }

    /** Returns the name of the directories of the target. */
    String directory() {
        return subject() + "-" + part();
    }

    /**
     * Returns the directory of the seeds: inputs from real use, and inputs of earlier findings. jazzer-junit derives
     * the directory from the class and the method, and ignores a missing one.
     */
    Path seeds() {
        Method test = Stream.of(type.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(FuzzTest.class))
                .findAny()
                .orElseThrow();
        return RESOURCES.resolve(type.getName().replace('.', '/') + "Inputs").resolve(test.getName());
    }

    @Override
    public String toString() {
        return subject() + " " + part();
    }
}
