package org.verbena.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.System.Logger.Level;
import org.verbena.cli.text.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** A handler that prints one line for an unexpected exception and logs its stack trace. */
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

    /**
     * Logs an exception. Log handlers print its messages unchanged, often to a terminal, so control characters are
     * escaped.
     */
    private static void log(String message, Exception error) {
        System.Logger logger = System.getLogger(LOGGER);
        StringWriter trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace, true));
        // Stack traces are indented with tabs, which would count as control characters.
        String printed = trace.toString().replace("\t", "    ");
        if (Terminal.escaped(printed).equals(printed)) {
            logger.log(Level.ERROR, message, error);
        } else {
            logger.log(Level.ERROR, message + "\n" + Terminal.escaped(printed));
        }
    }
}
