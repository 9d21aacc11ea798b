// SPDX-License-Identifier: Apache-2.0
package org.verbena.gogo;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects the records of a logger instead of printing them to the console. */
final class Log extends Handler implements AutoCloseable {
    private final List<LogRecord> records = new ArrayList<>();
    private final Logger logger;

    private Log(Logger logger) {
        this.logger = logger;
    }

    static Log of(String name) {
        Logger logger = Logger.getLogger(name);
        Log log = new Log(logger);
        logger.addHandler(log);
        logger.setUseParentHandlers(false);
        return log;
    }

    List<LogRecord> records() {
        return List.copyOf(records);
    }

    @Override
    public void publish(LogRecord record) {
        records.add(record);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
    }
}
