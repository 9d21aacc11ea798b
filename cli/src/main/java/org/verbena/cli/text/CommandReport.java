// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.text;

import com.grack.nanojson.JsonWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The results of a command so far, in the order of their addition: the object that {@code --json} prints. */
public final class CommandReport {
    private final Map<String, @Nullable Object> members = new LinkedHashMap<>();
    private final List<String> notices = new ArrayList<>();

    /** Adds a member: a string, number or boolean, or a map or list of these. */
    public void put(String name, @Nullable Object value) {
        members.put(name, value);
    }

    /** Adds a line for standard error. It is not part of the object. */
    public void notice(String line) {
        notices.add(line);
    }

    public List<String> notices() {
        return notices;
    }

    public String toJson() {
        return Terminal.onOneLine(JsonWriter.string(members));
    }

    /**
     * Writes an HTML page with charts of the results, and replaces the previous contents of the file. The page contains
     * its style, script and data, and needs no external resources.
     *
     * @param command the name of the command, which selects the template of the page
     */
    public void writePage(String command, Path file) {
        String page = resource(command + ".html");
        for (String part : List.of(
                "uplot/uPlot.min.css",
                "page.css",
                command + ".css",
                "uplot/uPlot.iife.min.js",
                "page.js",
                command + ".js")) {
            page = page.replace("/* " + part + " */", resource(part));
        }
        // In JSON, "<" occurs only in strings, where an escape is equivalent. The escape prevents text from ending the
        // script.
        NamedFile.write(file, page.replace("/* data */", toJson().replace("<", "\\u003c")));
    }

    private static String resource(String name) {
        try (InputStream in = CommandReport.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
