// SPDX-License-Identifier: Apache-2.0
package org.verbena.error;

import java.io.Serial;

/**
 * Thrown if a queue does not accept all work requests of a list. The work requests before {@link #badWr()} are posted.
 * The work request at that index and all later ones are not. A full queue ({@link Errno#ENOMEM} with
 * {@link #isQueueFull()}) is part of normal operation, so the exception then has no stack trace.
 */
public final class PostException extends VerbsException {
    @Serial
    private static final long serialVersionUID = 1;

    /** The index of the first work request that was not posted. */
    private final int badWr;

    /** True if the queue was full. */
    private final boolean queueFull;

    /**
     * Creates an exception for a work request that a queue did not accept.
     *
     * @param verb the C function, for example {@code ibv_post_send}
     * @param errno the error number
     * @param object the queue, for display
     * @param badWr the index of the work request in the batch
     * @param queueFull true if the queue was full
     * @param diagnosis the broken rules
     */
    public PostException(String verb, Errno errno, String object, int badWr, boolean queueFull, Diagnosis diagnosis) {
        super(describe(verb, errno, object, badWr, diagnosis), verb, errno, object, diagnosis, !queueFull);
        this.badWr = badWr;
        this.queueFull = queueFull;
    }

    private static String describe(String verb, Errno errno, String object, int badWr, Diagnosis diagnosis) {
        String message = verb + " on " + object + " failed with " + errno + " at work request " + badWr;
        return diagnosis.equals(Diagnosis.UNKNOWN) ? message : message + ": " + diagnosis;
    }

    /**
     * Returns the index of the first work request that was not posted: {@code bad_wr}.
     *
     * @return the index in the batch
     */
    public int badWr() {
        return badWr;
    }

    /**
     * Returns whether the queue was full. In this case, the caller can poll completions and post the remaining work
     * requests again.
     *
     * @return true if the queue was full
     */
    public boolean isQueueFull() {
        return queueFull;
    }
}
