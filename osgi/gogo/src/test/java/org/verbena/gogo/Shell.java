// SPDX-License-Identifier: Apache-2.0
package org.verbena.gogo;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Path;
import org.apache.felix.gogo.runtime.CommandProcessorImpl;
import org.apache.felix.service.command.CommandSession;
import org.verbena.ProviderLookup;
import org.verbena.cli.ShellCommand;

/** A session of Gogo with the commands and without a framework. It collects the output. */
final class Shell implements AutoCloseable {
    private final CommandProcessorImpl processor = new CommandProcessorImpl(null);
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final CommandSession session;

    Shell(ProviderLookup lookup) {
        for (ShellCommand command : ShellCommand.values()) {
            processor.addCommand("verbs", new VerbsFunction("verbs", command, () -> lookup), command.commandName());
        }
        processor.addCommand("test", new Echo(), "echo");
        session = processor.createSession(InputStream.nullInputStream(), out, err);
    }

    /** A command that prints the result of another command. */
    public static final class Echo {
        public void echo(CommandSession session, String text) {
            session.getConsole().println(text);
        }
    }

    /** Changes the current directory. */
    Shell in(Path directory) {
        session.currentDir(directory);
        return this;
    }

    /** Runs a line, and returns its result. */
    Object run(String line) throws Exception {
        out.reset();
        err.reset();
        return session.execute(line);
    }

    String out() {
        return out.toString(Charset.defaultCharset());
    }

    String err() {
        return err.toString(Charset.defaultCharset());
    }

    @Override
    public void close() {
        session.close();
        processor.stop();
    }
}
