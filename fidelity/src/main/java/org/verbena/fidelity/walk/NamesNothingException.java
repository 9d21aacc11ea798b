// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.io.Serial;

/**
 * Thrown if a step does not name the object or the memory that its call needs. This happens in shrunk and in
 * hand-written steps.
 */
final class NamesNothingException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    NamesNothingException(Step step, StepField field) {
        super("step " + step + " does not name its " + field.word());
    }
}
