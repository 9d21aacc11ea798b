package org.verbena.cli;

import org.verbena.DeviceContext;
import org.verbena.Explanation;

/** A call that can be explained instead of made. */
interface Explainable {
    /** The verb without its prefix, for example {@code create_qp}. */
    String op();

    /** What is asked for. */
    Record requested();

    /**
     * Asks what the driver would answer. Objects that the call needs are made; they go with the context.
     *
     * @throws org.verbena.VerbsException if what it needs is refused
     */
    Explanation<? extends Record> explain(DeviceContext context);
}
