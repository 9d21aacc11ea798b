package org.verbena.cli.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A self-contained HTML page with charts: one file with its style, script and data, without external resources. */
public final class ChartPage {
    private final String text;

    private ChartPage(String text) {
        this.text = text;
    }

    /** Creates the page for the results of a command. */
    public static ChartPage of(String command, CommandReport report) {
        String text = resource(command + ".html");
        for (String part : List.of("page.css", command + ".css", "page.js", command + ".js")) {
            text = text.replace("/* " + part + " */", resource(part));
        }
        // In JSON, "<" occurs only in strings, where an escape is equivalent. The escape prevents text from ending the
        // script.
        return new ChartPage(text.replace("/* data */", report.toJson().replace("<", "\\u003c")));
    }

    /** Writes the page to a file and replaces its previous contents. */
    public void write(Path file) {
        NamedFile.write(file, text);
    }

    private static String resource(String name) {
        try (InputStream in = ChartPage.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
