// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A comparison of a device with its model by {@code verbena walk}. The journal contains the steps up to a crash.
 *
 * @param steps the kind of steps
 * @param profile the model of the simulator
 * @param allowances the file of known differences
 * @param options further options of the command, for example for a peer
 */
public record Walk(Steps steps, String profile, Path allowances, List<String> options) {
    /** The kinds of steps: the values of {@code verbena walk --path}. */
    public enum Steps {
        /** Steps that change objects and states. */
        CONTROL,

        /** Steps with work requests and completions. */
        DATA,

        /** Steps of the data path that a library decides itself. */
        POST,

        /** Calls of connection management. */
        CM;

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final String MAIN_CLASS = "org.verbena.cli.Main";

    /** The end of the last line of a walk that succeeds. */
    private static final String AGREED = " steps agree";

    /**
     * Copies the list.
     *
     * @param steps the kind of steps
     * @param profile the model of the simulator
     * @param allowances the file of known differences
     * @param options further options of the command, for example for a peer
     */
    public Walk {
        options = List.copyOf(options);
    }

    /**
     * Creates a walk on one device.
     *
     * @param steps the kind of steps
     * @param profile the model of the simulator
     * @param allowances the file of known differences
     */
    public Walk(Steps steps, String profile, Path allowances) {
        this(steps, profile, allowances, List.of());
    }

    /** {@return the kind of test, for the settings of the launcher} */
    public StressSettings.Kind kind() {
        if (steps == Steps.CONTROL) {
            return StressSettings.Kind.WALK;
        }
        if (steps == Steps.CM) {
            return StressSettings.Kind.CM_WALK;
        }
        return options.isEmpty() ? StressSettings.Kind.DATA_WALK : StressSettings.Kind.NETWORK_WALK;
    }

    /**
     * Runs the walk and reports the number of equal steps.
     *
     * @param launcher the launcher for the device
     * @throws IOException if the process cannot be started
     * @throws InterruptedException if this thread is interrupted
     * @throws AssertionError if a step differs, or the process crashes or hangs; the message contains the options that
     *     repeat the walk
     */
    public void run(StressLauncher launcher) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(
                arguments(launcher.settings(), launcher.providers().get(0), launcher.device()));
        arguments.addAll(List.of("--journal", launcher.file(".journal").toString()));
        launcher.runForLastLine(MAIN_CLASS, arguments, AGREED);
    }

    /**
     * Returns the command line of the walk without a journal, for a test that runs {@code verbena} itself.
     *
     * @param settings the number of steps and the seed
     * @param provider the provider
     * @param device the device
     * @return the arguments of {@code verbena}
     */
    public List<String> arguments(StressSettings settings, String provider, String device) {
        List<String> arguments = new ArrayList<>(List.of(
                "walk",
                "--path",
                steps.word(),
                "--provider",
                provider,
                "--device",
                device,
                "--profile",
                profile,
                "--seed",
                Long.toString(settings.seed()),
                "--steps",
                Long.toString(settings.count()),
                "--allow",
                allowances.toAbsolutePath().toString()));
        arguments.addAll(options);
        return List.copyOf(arguments);
    }
}
