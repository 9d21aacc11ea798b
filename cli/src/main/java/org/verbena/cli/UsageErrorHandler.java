package org.verbena.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Says what is wrong with a command line in one line, and where to read more. */
final class UsageErrorHandler implements IParameterExceptionHandler, IExecutionExceptionHandler {
    @Override
    public int handleParseException(ParameterException error, String[] args) {
        return explain(error.getCommandLine(), error.getMessage());
    }

    @Override
    public int handleExecutionException(Exception error, CommandLine command, ParseResult parsed) throws Exception {
        if (error instanceof UsageException usage) {
            return explain(command, usage.getMessage());
        }
        throw error;
    }

    private static int explain(CommandLine command, @Nullable String problem) {
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().println(name + ": " + problem);
        command.getErr().println("Try '" + name + " --help'.");
        return ExitCode.USAGE;
    }
}
