// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import com.grack.nanojson.JsonParserException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.verbena.ProviderLookup;
import picocli.CommandLine;

/** A run of the command in this JVM: the exit status and the output. */
record CliRun(int exitCode, String out, String err) {
    static CliRun of(ProviderLookup lookup, String... args) {
        return of(lookup, new StringWriter(), args);
    }

    /** Runs a command. Another thread can read the messages from {@code err} meanwhile. */
    static CliRun of(ProviderLookup lookup, StringWriter err, String... args) {
        StringWriter out = new StringWriter();
        CommandLine command = Main.commandLine(lookup)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setUsageHelpAutoWidth(false);
        int exitCode = command.execute(args);
        return new CliRun(exitCode, out.toString(), err.toString());
    }

    /** Returns the output, which must be exactly one JSON object. */
    JsonObject json() {
        try {
            return JsonParser.object().from(out);
        } catch (JsonParserException e) {
            throw new AssertionError("not one JSON object: " + out, e);
        }
    }
}
