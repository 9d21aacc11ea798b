// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.osgi;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects the log lines of a logger of the JVM, which all bundles share. */
final class LogLines extends Handler {
    private final Logger logger;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    LogLines(String name) {
        logger = Logger.getLogger(name);
        logger.addHandler(this);
    }

    @Override
    public void publish(LogRecord line) {
        lines.add(line.getMessage());
    }

    /** Returns whether one line contains all parts. */
    boolean have(String... parts) {
        return lines.stream().anyMatch(line -> List.of(parts).stream().allMatch(line::contains));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }

    @Override
    public String toString() {
        return String.join("\n", lines);
    }
}
