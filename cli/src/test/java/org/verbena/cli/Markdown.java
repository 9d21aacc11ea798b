package org.verbena.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The code blocks of a document of this project. */
record Markdown(String text) {
    private static final Pattern BLOCK = Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern LINK = Pattern.compile("\\]\\((?!http)([^)#]+)[^)]*\\)");

    /** Reads a document by its path from the top level. */
    static Markdown read(String path) {
        try {
            // Surefire starts tests in their module's directory.
            return new Markdown(Files.readString(Path.of("..").resolve(path)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the blocks of a language, in order. */
    List<String> blocks(String language) {
        return BLOCK.matcher(text)
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }

    /** Returns the targets of its links to files. */
    List<String> links() {
        return LINK.matcher(text).results().map(link -> link.group(1)).toList();
    }
}
