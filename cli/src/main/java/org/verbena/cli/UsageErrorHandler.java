package org.verbena.cli;

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
 * A handler that prints one line about a wrong command line or a wrong file that it names, and a reference to the help.
 */
final class UsageErrorHandler implements IParameterExceptionHandler, IExecutionExceptionHandler {
    @Override
    public int handleParseException(ParameterException error, String[] args) {
        CommandLine command = error.getCommandLine();
        explain(command, error.getMessage());
        UnmatchedArgumentException.printSuggestions(error, Terminal.err(command));
        return advise(command);
    }

    @Override
    public int handleExecutionException(Exception error, CommandLine command, ParseResult parsed) throws Exception {
        if (error instanceof UsageException || error instanceof FormatException) {
            explain(command, error.getMessage());
            return advise(command);
        }
        throw error;
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
}
