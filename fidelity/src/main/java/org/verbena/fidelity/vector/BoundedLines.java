// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A reader of the lines of a text file that uses bounded memory for any file. A line that is too long or not UTF-8
 * makes {@link #text} fail and does not affect the following lines.
 */
public final class BoundedLines implements AutoCloseable {
    /** The maximum length of a line in bytes; a vector has some hundred. */
    static final int MAX_LINE = 1 << 16;

    /** The maximum number of lines. */
    static final int MAX_LINES = 1_000_000;

    /** The maximum size of a file in bytes. Reading an endless device reaches it within a second. */
    static final long MAX_FILE = 1L << 26;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final String file;
    private final InputStream in;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final byte[] buffer = new byte[MAX_LINE];
    private int position;
    private int limit;
    private long read;
    private int number;
    private boolean tooLong;

    private BoundedLines(String file, InputStream in) {
        this.file = file;
        this.in = in;
    }

    /**
     * Reads all lines of a file.
     *
     * @param file the file: at most 1,000,000 lines of 65,536 bytes each, and 64 MiB in all
     * @return the lines without line terminators
     * @throws IOException if the file cannot be read
     * @throws FormatException if the file exceeds a limit, or is not UTF-8
     */
    public static List<String> readAll(Path file) throws IOException {
        List<String> all = new ArrayList<>();
        try (BoundedLines lines = open(file)) {
            while (lines.next()) {
                all.add(lines.text());
            }
        }
        return all;
    }

    /**
     * Opens a file.
     *
     * @param file the file
     * @return a reader positioned before the first line
     * @throws IOException if the file cannot be opened
     */
    public static BoundedLines open(Path file) throws IOException {
        return new BoundedLines(file.toString(), Files.newInputStream(file));
    }

    /**
     * Moves to the next line.
     *
     * @return whether there is a line; false at the end of the file
     * @throws IOException if the file cannot be read
     * @throws FormatException if the file exceeds a limit
     */
    public boolean next() throws IOException {
        line.reset();
        tooLong = false;
        int current = read();
        if (current < 0) {
            return false;
        }
        number++;
        if (number > MAX_LINES) {
            throw new FormatException(file, "it has more than " + MAX_LINES + " lines");
        }
        while (current >= 0 && current != '\n') {
            if (++read > MAX_FILE) {
                throw new FormatException(file, "it is longer than " + MAX_FILE + " bytes");
            }
            if (line.size() < MAX_LINE) {
                line.write(current);
            } else {
                tooLong = true;
            }
            current = read();
        }
        return true;
    }

    private int read() throws IOException {
        if (position == limit) {
            limit = in.read(buffer);
            position = 0;
            if (limit <= 0) {
                limit = 0;
                return -1;
            }
        }
        return buffer[position++] & 0xFF;
    }

    /** {@return the number of the current line, from 1} */
    public int number() {
        return number;
    }

    /** {@return the file and the number of the current line, for error messages} */
    public String where() {
        return file + ":" + number;
    }

    /**
     * Returns the current line without its terminator, and without a byte order mark at the beginning of the file.
     *
     * @return the text
     * @throws FormatException if the line is too long or not UTF-8
     */
    public String text() {
        if (tooLong) {
            throw new FormatException(where(), "the line is longer than " + MAX_LINE + " bytes");
        }
        try {
            return decode(line.toByteArray(), number == 1);
        } catch (CharacterCodingException e) {
            throw new FormatException(where(), "the line is not UTF-8");
        }
    }

    /**
     * Decodes UTF-8.
     *
     * @param first whether the bytes are the beginning of a file, which may have a byte order mark
     * @throws CharacterCodingException if the bytes are not UTF-8
     */
    static String decode(byte[] bytes, boolean first) throws CharacterCodingException {
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
        boolean marked = first && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
        return marked ? text.substring(1) : text;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
