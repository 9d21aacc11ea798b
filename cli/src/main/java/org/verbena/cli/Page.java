package org.verbena.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A page that draws numbers: one file with its style, its script and the numbers, and nothing from elsewhere. */
final class Page {
    private final String text;

    private Page(String text) {
        this.text = text;
    }

    /** The page of what a command has found out. */
    static Page of(String command, Report report) {
        String text = resource(command + ".html");
        for (String part : List.of("page.css", command + ".css", "page.js", command + ".js")) {
            text = text.replace("/* " + part + " */", resource(part));
        }
        // In JSON a "<" can stand in strings only, and there it may be written so: no text ends the script.
        return new Page(text.replace("/* data */", report.toJson().replace("<", "\\u003c")));
    }

    /** Writes it to a file, in place of what the file held. */
    void write(Path file) {
        NamedFile.write(file, text);
    }

    private static String resource(String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
