package org.verbena.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.System.Logger.Level;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Prints one line for an unexpected exception and logs its stack trace. */
final class UnforeseenErrorHandler implements IExecutionExceptionHandler {
    private static final String LOGGER = "org.verbena.cli";

    private final IExecutionExceptionHandler foreseen = new UsageErrorHandler();

    @Override
    public int handleExecutionException(Exception error, CommandLine command, ParseResult parsed) {
        try {
            return foreseen.handleExecutionException(error, command, parsed);
        } catch (Exception unforeseen) {
            String name = command.getCommandSpec().qualifiedName();
            Terminal.err(command).println(name + ": " + unforeseen);
            log(name + " failed", unforeseen);
            return ExitCode.SOFTWARE;
        }
    }

    /** Handlers print the messages of an exception as they are, often to a terminal. */
    private static void log(String message, Exception error) {
        System.Logger logger = System.getLogger(LOGGER);
        StringWriter trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace, true));
        // Indented by tabs.
        String printed = trace.toString().replace("\t", "    ");
        if (Terminal.escaped(printed).equals(printed)) {
            logger.log(Level.ERROR, message, error);
        } else {
            logger.log(Level.ERROR, message + "\n" + Terminal.escaped(printed));
        }
    }
}
