// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.List;
import java.util.Optional;

/**
 * The result of a walk.
 *
 * @param steps the number of steps that both devices answered alike
 * @param differences the differences found, each shrunk
 */
public record WalkResult(long steps, List<Reproducer> differences) {
    /**
     * Copies the list.
     *
     * @param steps the number of steps that both devices answered alike
     * @param differences the differences found, each shrunk
     */
    public WalkResult {
        differences = List.copyOf(differences);
    }

    /** {@return whether the devices agreed on every step; true if there is no difference} */
    public boolean agrees() {
        return differences.isEmpty();
    }

    /** {@return the first difference; empty if there is none} */
    public Optional<Reproducer> difference() {
        return differences.stream().findFirst();
    }
}
