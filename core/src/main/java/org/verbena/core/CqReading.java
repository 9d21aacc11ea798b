// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.jspecify.annotations.Nullable;
import org.verbena.attr.WcFlag;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.spi.DriverCq;
import org.verbena.spi.DriverCqReader;
import org.verbena.spi.StackReserve;

/** Reads completions in place. It tracks whether a completion is available, and which thread may read it. */
final class CqReading {
    private final CqExHandle queue;
    private final DriverCq driver;
    private @Nullable DriverCqReader reader;
    private Runnable ending = () -> {};

    /** True while a completion is available. Only the thread that holds the gate uses this field. */
    private boolean atCompletion;

    CqReading(CqExHandle queue, DriverCq driver) {
        this.queue = queue;
        this.driver = driver;
    }

    boolean start() {
        Gate gate = queue.gate();
        StackReserve.requireForSection();
        gate.enter("ibv_start_poll");
        int result;
        try {
            result = reader().startPoll();
            queue.started(result);
        } catch (RuntimeException | Error e) {
            gate.exit();
            throw e;
        }
        if (result != 0) {
            gate.exit();
            return nothing("ibv_start_poll", result);
        }
        gate.hold(ending);
        atCompletion = true;
        queue.read(reader());
        ErrorCompletions.watch(queue, reader());
        return true;
    }

    boolean next() {
        Gate gate = queue.gate();
        gate.enterHeld("ibv_next_poll");
        int result;
        try {
            result = reader().nextPoll();
            atCompletion = result == 0;
            if (atCompletion) {
                queue.read(reader());
                ErrorCompletions.watch(queue, reader());
            }
        } finally {
            gate.exitHeld();
        }
        return atCompletion || nothing("ibv_next_poll", result);
    }

    void end() {
        Gate gate = queue.gate();
        StackReserve.requireForSection();
        gate.enterHeld("ibv_end_poll");
        atCompletion = false;
        try {
            reader().endPoll();
        } finally {
            gate.release();
        }
    }

    private boolean nothing(String verb, int result) {
        if (result == Errno.ENOENT.number()) {
            return false;
        }
        throw new VerbsException(verb, new Errno(Math.abs(result)), queue.toString(), Diagnosis.UNKNOWN);
    }

    /** Returns the reader of the current completion. */
    DriverCqReader current() {
        queue.gate().requireHolder("ibv_wc_read");
        if (!atCompletion) {
            throw new IllegalStateException("ibv_wc_read on " + queue + ": the reader is not at a completion");
        }
        return reader();
    }

    /** Returns the reader of the current completion for a field that only some queues have. */
    DriverCqReader with(WcFlag field) {
        if (!queue.wcFlags().contains(field)) {
            throw RequestChecks.refuse(
                    "ibv_wc_read",
                    queue,
                    new Violation(
                            "wc_flags",
                            queue.wcFlags().toString(),
                            "with " + field,
                            "a completion has only the fields that its queue was created with",
                            "ibv_create_cq_ex(3)"));
        }
        return current();
    }

    private DriverCqReader reader() {
        DriverCqReader known = reader;
        if (known == null) {
            known = driver.reader().orElseThrow();
            reader = known;
            ending = known::endPoll;
        }
        return known;
    }
}
