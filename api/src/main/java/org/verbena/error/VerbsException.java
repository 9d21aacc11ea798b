// SPDX-License-Identifier: Apache-2.0
package org.verbena.error;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a verb fails. The device or its driver rejected the request, unless the exception is an
 * {@link InvalidRequestException}. That subclass means that Verbena rejected the request before it called the verb.
 */
public class VerbsException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** The C function. */
    private final String verb;

    /** The error number. */
    private final Errno errno;

    /** The object that the verb was applied to. */
    private final String object;

    private final transient @Nullable Diagnosis diagnosis;

    /**
     * Creates an exception.
     *
     * @param verb the C function, for example {@code ibv_create_qp}
     * @param errno the error number
     * @param object the object that the verb was applied to, for display, for example {@code device mlx5_0}
     * @param diagnosis the broken rules, or {@link Diagnosis#UNKNOWN}
     */
    public VerbsException(String verb, Errno errno, String object, Diagnosis diagnosis) {
        this(describe(verb, errno, object, diagnosis), verb, errno, object, diagnosis);
    }

    /**
     * Creates an exception with the given message.
     *
     * @param message the message
     * @param verb the C function
     * @param errno the error number
     * @param object the object that the verb was applied to, for display
     * @param diagnosis the broken rules
     */
    protected VerbsException(String message, String verb, Errno errno, String object, Diagnosis diagnosis) {
        this(message, verb, errno, object, diagnosis, true);
    }

    /**
     * Creates an exception for a failure that may be part of normal operation.
     *
     * @param message the message
     * @param verb the C function
     * @param errno the error number
     * @param object the object that the verb was applied to, for display
     * @param diagnosis the broken rules
     * @param stackTrace true to record a stack trace, which takes time
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
     * Returns the verb that failed.
     *
     * @return the name of the C function
     */
    public String verb() {
        return verb;
    }

    /**
     * Returns the error number.
     *
     * @return the number that the verb returned or stored in {@code errno} during this call
     */
    public Errno errno() {
        return errno;
    }

    /**
     * Returns the object that the verb was applied to.
     *
     * @return a description for display
     */
    public String object() {
        return object;
    }

    /**
     * Returns the broken rules. If a device rejects a request, the rules come from the model of its driver, see
     * {@link org.verbena.Explainer}.
     *
     * @return the diagnosis; {@link Diagnosis#UNKNOWN} if nothing is known except the error number
     */
    public Diagnosis diagnosis() {
        // Transient: after deserialization, only the message contains the rules.
        Diagnosis known = diagnosis;
        return known == null ? Diagnosis.UNKNOWN : known;
    }
}
