// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.text;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A standard error stream that is a terminal. Its last line can be a status line, which is erased before other text is
 * written.
 */
public final class TerminalWriter extends PrintWriter {
    /** The link of the kernel to the open file of standard error. */
    public static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private static final Pattern TERMINAL = Pattern.compile("/dev/(pts/\\d+|tty.*|console)");

    private int statusLength;

    /** Creates a writer that flushes at each end of a line. */
    public TerminalWriter(Writer out) {
        super(out, true);
    }

    /**
     * Returns whether a file descriptor is a terminal that can rewrite a line. The method returns false if the system
     * does not tell.
     *
     * @param descriptor the link to the open file
     * @param environment the environment variables
     */
    public static boolean isTerminal(Path descriptor, Map<String, String> environment) {
        try {
            return !environment.getOrDefault("TERM", "dumb").equals("dumb")
                    && TERMINAL.matcher(Files.readSymbolicLink(descriptor).toString())
                            .matches();
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** Replaces the status line. The text has no line end and is shorter than a line of the terminal. */
    public void showStatus(String text) {
        synchronized (lock) {
            eraseStatus();
            super.write(text, 0, text.length());
            flush();
            statusLength = text.length();
        }
    }

    /** Erases the status line. */
    public void eraseStatus() {
        synchronized (lock) {
            if (statusLength > 0) {
                // Spaces instead of an escape sequence: they work everywhere.
                String blank = "\r" + " ".repeat(statusLength) + "\r";
                statusLength = 0;
                super.write(blank, 0, blank.length());
                flush();
            }
        }
    }

    @Override
    public void write(int unit) {
        synchronized (lock) {
            eraseStatus();
            super.write(unit);
        }
    }

    @Override
    public void write(char[] units, int offset, int length) {
        synchronized (lock) {
            eraseStatus();
            super.write(units, offset, length);
        }
    }

    @Override
    public void write(String text, int offset, int length) {
        synchronized (lock) {
            eraseStatus();
            super.write(text, offset, length);
        }
    }
}
