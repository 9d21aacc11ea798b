// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.Set;

/**
 * A step to which the two devices gave different answers.
 *
 * @param step the step
 * @param names the names of the differing values, {@link StepAnswer#OUTCOME} or {@link StepAnswer#GUARD}
 * @param device the answer of the device
 * @param model the answer of the model
 */
record StepDifference(Step step, Set<String> names, StepAnswer device, StepAnswer model) {
    /** Returns whether another difference, at the end of a shorter sequence, shows the same problem. */
    boolean resembles(StepDifference other) {
        return step.verb() == other.step.verb()
                && names.contains(StepAnswer.OUTCOME) == other.names.contains(StepAnswer.OUTCOME)
                && names.contains(StepAnswer.GUARD) == other.names.contains(StepAnswer.GUARD)
                && (step.verb().path() == WalkKind.CONTROL || names.equals(other.names));
    }
}
