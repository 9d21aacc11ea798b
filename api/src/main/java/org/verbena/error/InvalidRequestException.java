// SPDX-License-Identifier: Apache-2.0
package org.verbena.error;

import java.io.Serial;

/**
 * An exception for a request that Verbena rejected before it called the verb. The request has a value that C cannot
 * represent, or an object that would crash C. All objects involved are unchanged. {@link #errno()} is the error number
 * that C would ideally return.
 */
public class InvalidRequestException extends VerbsException {
    @Serial
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception for one invalid attribute.
     *
     * @param verb the C function that was not called
     * @param errno the error number that describes the failure best
     * @param object the object that the verb was to be applied to
     * @param violation the broken rule
     */
    public InvalidRequestException(String verb, Errno errno, String object, Violation violation) {
        super(verb + " refused for " + object + ": " + violation, verb, errno, object, Diagnosis.of(violation));
    }
}
