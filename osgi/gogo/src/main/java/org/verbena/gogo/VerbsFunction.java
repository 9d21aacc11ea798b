// SPDX-License-Identifier: Apache-2.0
package org.verbena.gogo;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.apache.felix.service.command.Process;
import org.jspecify.annotations.Nullable;
import org.verbena.ProviderLookup;
import org.verbena.cli.ShellCommand;
import picocli.CommandLine;

/**
 * A command in Gogo. It prints to the streams of the Gogo process, which pipes and redirections replace. It resolves
 * files against the session's directory. It sets the exit status that {@code &&} and {@code ||} evaluate.
 */
final class VerbsFunction implements Function {
    private final String prefix;
    private final ShellCommand command;
    private final Supplier<ProviderLookup> lookup;

    VerbsFunction(String scope, ShellCommand command, Supplier<ProviderLookup> lookup) {
        this.prefix = scope + ":";
        this.command = command;
        this.lookup = lookup;
    }

    /** Runs the command. Returns null, because Gogo would print a result. */
    @Override
    public @Nullable Object execute(CommandSession session, List<Object> arguments) {
        Process process = Process.Utils.current();
        CommandLine line = command.commandLine(prefix, lookup.get())
                .setOut(writer(process.out()))
                .setErr(writer(process.err()))
                .registerConverter(Path.class, name -> session.currentDir().resolve(name));
        process.error(line.execute(arguments.stream().map(String::valueOf).toArray(String[]::new)));
        return null;
    }

    /** Creates a writer with the default charset, which Gogo's own streams use. */
    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, Charset.defaultCharset());
    }
}
