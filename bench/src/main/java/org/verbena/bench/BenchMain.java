package org.verbena.bench;

import picocli.CommandLine;

/** Runs the {@code verbena-bench} command. */
final class BenchMain {
    private BenchMain() {}

    /**
     * Runs the command and ends the JVM.
     *
     * <p>The exit status is 0 if everything was measured and 2 for a wrong command line. It is 1 if a row was not
     * measured or, in a smoke run, allocates garbage.
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
