package org.verbena;

import java.io.Serial;

/**
 * A queue did not take all work requests of a list. Those before {@link #badWr()} have been posted, it and those behind
 * it have not. A full queue ({@link Errno#ENOMEM} with {@link #isQueueFull()}) is part of normal operation, so that this
 * exception then has no stack trace.
 */
public final class PostException extends VerbsException {
    @Serial
    private static final long serialVersionUID = 1;

    /** The index of the first one that was not posted. */
    private final int badWr;

    /** Whether the queue had no room for it. */
    private final boolean queueFull;

    /**
     * A work request was refused.
     *
     * @param verb the C function, for example {@code ibv_post_send}
     * @param errno the error number
     * @param object the queue, for people
     * @param badWr the index in the list
     * @param queueFull whether there was no room for it
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
     * Which work request failed: {@code bad_wr}.
     *
     * @return its index in the batch
     */
    public int badWr() {
        return badWr;
    }

    /**
     * Whether the queue had no room: poll completions, and post the rest again.
     *
     * @return true if it was full
     */
    public boolean isQueueFull() {
        return queueFull;
    }
}
