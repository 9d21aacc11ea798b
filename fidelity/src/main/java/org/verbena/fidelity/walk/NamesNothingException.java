package org.verbena.fidelity.walk;

import java.io.Serial;

/** A step does not name the object or the memory of its call: a shrunk step, or one that people have written. */
final class NamesNothingException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    NamesNothingException(Step step, Field field) {
        super("step " + step + " does not name its " + field.word());
    }
}
