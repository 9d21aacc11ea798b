package org.verbena.bench;

import picocli.CommandLine;

/** Runs the {@code verbena-bench} command. */
final class BenchMain {
    private BenchMain() {}

    /**
     * Runs the command and ends the JVM. Exit status: 0 everything was measured, 1 something was not
     * or, in a smoke run, makes garbage, 2 wrong command line.
     *
     * @param args the arguments; {@code --help} explains them
     */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new BenchCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
    }
}
