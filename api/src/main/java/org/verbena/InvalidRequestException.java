package org.verbena;

import java.io.Serial;

/**
 * Verbena refused a request before the verb was called: a value that C cannot carry, or an object that C would crash
 * on. Nothing has been lost; every object involved is as it was. {@link #errno()} is what C would ideally have
 * answered.
 */
public class InvalidRequestException extends VerbsException {
    @Serial
    private static final long serialVersionUID = 1;

    /**
     * A refusal because of one attribute.
     *
     * @param verb the C function that was about to be called
     * @param errno the error number that describes the refusal best
     * @param object what the verb was to be applied to
     * @param violation the broken rule
     */
    public InvalidRequestException(String verb, Errno errno, String object, Violation violation) {
        super(verb + " refused for " + object + ": " + violation, verb, errno, object, Diagnosis.of(violation));
    }
}
