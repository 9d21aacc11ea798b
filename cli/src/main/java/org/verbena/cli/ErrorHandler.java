// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;
import org.verbena.cli.text.Terminal;
import org.verbena.cli.text.UsageException;
import org.verbena.fidelity.vector.FormatException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * A handler that prints one line for an error. For a wrong command line or a wrong file that it names, the handler also
 * prints a reference to the help. For an unexpected exception, it logs the stack trace.
 */
final class ErrorHandler implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private static final String LOGGER = "org.verbena.cli";

    @Override
    public int handleParseException(ParameterException error, String[] args) {
        CommandLine command = error.getCommandLine();
        explain(command, error.getMessage());
        UnmatchedArgumentException.printSuggestions(error, Terminal.err(command));
        return advise(command);
    }

    @Override
    public int handleExecutionException(Exception error, CommandLine command, ParseResult parsed) {
        if (error instanceof UsageException || error instanceof FormatException) {
            explain(command, error.getMessage());
            return advise(command);
        }
        Terminal.err(command).println(name(command) + ": " + error);
        log(name(command) + " failed", error);
        return ExitCode.SOFTWARE;
    }

    private static void explain(CommandLine command, @Nullable String problem) {
        Terminal.err(command).println(name(command) + ": " + problem);
    }

    private static int advise(CommandLine command) {
        Terminal.err(command).println("Try '" + name(command) + " --help'.");
        return ExitCode.USAGE;
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName();
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
