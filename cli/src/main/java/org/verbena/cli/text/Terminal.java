// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.text;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import picocli.CommandLine;

/**
 * The output streams of a command, except for its help. Files, devices and peers supply parts of the text. Therefore,
 * characters that would control a terminal are written as JSON escapes. These are control characters other than the
 * line end, and characters that change the writing direction or have no width. In JSON they occur only in strings,
 * where an escape is equivalent.
 */
public final class Terminal {
    private Terminal() {}

    /** Returns the standard output of a command. */
    public static PrintWriter out(CommandLine command) {
        return new PrintWriter(new Escaping(command.getOut()), true);
    }

    /** Returns the standard error of a command. */
    public static PrintWriter err(CommandLine command) {
        return new PrintWriter(new Escaping(command.getErr()), true);
    }

    /** Returns a text of several lines with all other control characters escaped. */
    public static String escaped(String text) {
        return escaped(text, true);
    }

    /** Returns a text with all control characters escaped, including line ends, which could imitate other output. */
    public static String onOneLine(String text) {
        return escaped(text, false);
    }

    private static String escaped(String text, boolean lines) {
        StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            if (isPrintable(character) || (lines && character == '\n')) {
                escaped.appendCodePoint(character);
            } else {
                for (char unit : Character.toChars(character)) {
                    escaped.append(String.format("\\u%04x", (int) unit));
                }
            }
        });
        return escaped.toString();
    }

    private static boolean isPrintable(int character) {
        return switch (Character.getType(character)) {
            // C0, DEL and C1; bidirectional overrides, zero-width characters and tags; U+2028 and U+2029; unpaired
            // surrogates.
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }

    private static final class Escaping extends FilterWriter {
        private final String lineEnd = System.lineSeparator();

        Escaping(Writer out) {
            super(out);
        }

        @Override
        public void write(int unit) throws IOException {
            write(String.valueOf((char) unit), 0, 1);
        }

        @Override
        public void write(char[] units, int offset, int length) throws IOException {
            write(new String(units, offset, length), 0, length);
        }

        @Override
        public void write(String text, int offset, int length) throws IOException {
            String part = text.substring(offset, offset + length);
            out.write(part.equals(lineEnd) ? part : escaped(part));
        }
    }
}
