package org.verbena.fidelity.walk;

import java.io.Serial;

/** A step does not name the object that its call is made on; only a shrunk step can be so. */
final class NamesNothingException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    NamesNothingException(Step step, Field field) {
        super("step " + step + " does not name its " + field.word());
    }
}
