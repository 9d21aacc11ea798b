package org.verbena;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * A verb did not do what it was asked. This very class means that the device or its driver refused; the subclass
 * {@link InvalidRequestException} means that Verbena refused before the verb was called.
 */
public class VerbsException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** The C function. */
    private final String verb;

    /** The error number. */
    private final Errno errno;

    /** What the verb was applied to. */
    private final String object;

    private final transient @Nullable Diagnosis diagnosis;

    /**
     * A refusal.
     *
     * @param verb the C function, for example {@code ibv_create_qp}
     * @param errno the error number
     * @param object what the verb was applied to, for people, for example {@code device mlx5_0}
     * @param diagnosis the broken rules, or {@link Diagnosis#UNKNOWN}
     */
    public VerbsException(String verb, Errno errno, String object, Diagnosis diagnosis) {
        this(describe(verb, errno, object, diagnosis), verb, errno, object, diagnosis);
    }

    /**
     * A refusal with its own wording.
     *
     * @param message the message
     * @param verb the C function
     * @param errno the error number
     * @param object what the verb was applied to
     * @param diagnosis the broken rules
     */
    protected VerbsException(String message, String verb, Errno errno, String object, Diagnosis diagnosis) {
        this(message, verb, errno, object, diagnosis, true);
    }

    /**
     * A refusal that may be part of normal operation.
     *
     * @param message the message
     * @param verb the C function
     * @param errno the error number
     * @param object what the verb was applied to
     * @param diagnosis the broken rules
     * @param stackTrace whether to record where it happened, which costs time
     */
    protected VerbsException(
            String message, String verb, Errno errno, String object, Diagnosis diagnosis, boolean stackTrace) {
        super(message, null, true, stackTrace);
        this.verb = verb;
        this.errno = errno;
        this.object = object;
        this.diagnosis = diagnosis;
    }

    private static String describe(String verb, Errno errno, String object, Diagnosis diagnosis) {
        String message = verb + " on " + object + " failed with " + errno;
        return diagnosis.equals(Diagnosis.UNKNOWN) ? message : message + ": " + diagnosis;
    }

    /**
     * The verb that failed.
     *
     * @return the C function's name
     */
    public String verb() {
        return verb;
    }

    /**
     * The error number.
     *
     * @return the number that the verb returned or left in {@code errno}, of the same call
     */
    public Errno errno() {
        return errno;
    }

    /**
     * What the verb was applied to.
     *
     * @return a description for people
     */
    public String object() {
        return object;
    }

    /**
     * The broken rules.
     *
     * @return the diagnosis: what a device refuses is put to the model of its driver, see {@link Explainer};
     *     {@link Diagnosis#UNKNOWN} where nothing is known beyond the error number
     */
    public Diagnosis diagnosis() {
        // Transient: an exception that travelled through serialisation keeps the rules in its message only.
        Diagnosis known = diagnosis;
        return known == null ? Diagnosis.UNKNOWN : known;
    }
}
