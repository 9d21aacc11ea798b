package org.verbena.cli;

import java.lang.System.Logger.Level;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Spares a shell the stack trace of what no command foresaw, which goes to the log. */
final class UnforeseenErrorHandler implements IExecutionExceptionHandler {
    private static final String LOGGER = "org.verbena.cli";

    private final IExecutionExceptionHandler foreseen = new UsageErrorHandler();

    @Override
    public int handleExecutionException(Exception error, CommandLine command, ParseResult parsed) {
        try {
            return foreseen.handleExecutionException(error, command, parsed);
        } catch (Exception unforeseen) {
            String name = command.getCommandSpec().qualifiedName();
            command.getErr().println(name + ": " + unforeseen);
            System.getLogger(LOGGER).log(Level.ERROR, name + " failed", unforeseen);
            return ExitCode.SOFTWARE;
        }
    }
}
