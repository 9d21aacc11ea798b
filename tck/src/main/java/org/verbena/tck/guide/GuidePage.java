// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.guide;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A page of the documentation.
 *
 * @param text its Markdown
 */
public record GuidePage(String text) {
    private static final Pattern BLOCK = Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern LINK = Pattern.compile("\\]\\((?!http)([^)#]+)[^)]*\\)");

    /**
     * Reads a page.
     *
     * @param page the Markdown file
     * @return the page
     */
    public static GuidePage read(Path page) {
        try {
            return new GuidePage(Files.readString(page));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the code blocks of a language.
     *
     * @param language the language after the opening fence
     * @return the blocks, in order
     */
    public List<String> blocks(String language) {
        return BLOCK.matcher(text)
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }

    /**
     * Returns the targets of the links to files.
     *
     * @return the relative paths, without fragments
     */
    public List<String> links() {
        return LINK.matcher(text).results().map(link -> link.group(1)).toList();
    }
}
