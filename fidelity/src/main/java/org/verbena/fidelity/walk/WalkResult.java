package org.verbena.fidelity.walk;

import java.util.List;
import java.util.Optional;

/**
 * How a walk ended.
 *
 * @param steps how many steps were answered alike
 * @param differences the differences that were found, each shrunk
 */
public record WalkResult(long steps, List<Reproducer> differences) {
    /**
     * How a walk ended.
     *
     * @param steps how many steps were answered alike
     * @param differences the differences that were found, each shrunk
     */
    public WalkResult {
        differences = List.copyOf(differences);
    }

    /**
     * Whether the sides agreed on every step.
     *
     * @return false if there is a difference
     */
    public boolean agrees() {
        return differences.isEmpty();
    }

    /**
     * Returns the first difference.
     *
     * @return the difference; empty if there was none
     */
    public Optional<Reproducer> difference() {
        return differences.stream().findFirst();
    }
}
