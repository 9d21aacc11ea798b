package org.verbena.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page that draws a sweep: one file with its style, its script and the numbers, and nothing from elsewhere. */
final class CapsPage {
    private final String text;

    private CapsPage(String text) {
        this.text = text;
    }

    /** The page of what {@code verbena caps} has found out. */
    static CapsPage of(Report report) {
        // In JSON a "<" can stand in strings only, and there it may be written so: no text ends the script.
        String data = report.toJson().replace("<", "\\u003c");
        return new CapsPage(resource("caps.html")
                .replace("/* caps.css */", resource("caps.css"))
                .replace("/* caps.js */", resource("caps.js"))
                .replace("/* data */", data));
    }

    /** Writes it to a file, in place of what the file held. */
    void write(Path file) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UsageException("cannot write " + file + ": " + e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = CapsPage.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
