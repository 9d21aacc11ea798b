package org.verbena.fidelity.walk;

import java.util.Optional;

/**
 * How a walk ended.
 *
 * @param steps how many steps were answered alike
 * @param difference the first difference, shrunk; empty if there was none
 */
public record WalkResult(long steps, Optional<Reproducer> difference) {
    /**
     * Whether the sides agreed on every step.
     *
     * @return false if there is a difference
     */
    public boolean agrees() {
        return difference.isEmpty();
    }
}
