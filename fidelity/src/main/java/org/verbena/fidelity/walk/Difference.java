package org.verbena.fidelity.walk;

import java.util.Set;

/**
 * A step that the two sides answered differently.
 *
 * @param step the step
 * @param names what differs: names of values, {@link Answer#OUTCOME} or {@link Answer#GUARD}
 * @param device the answer of the device
 * @param model the answer of the model
 */
record Difference(Step step, Set<String> names, Answer device, Answer model) {
    /** Whether a shorter sequence that ends in another difference still shows the same one. */
    boolean resembles(Difference other) {
        return step.verb() == other.step.verb()
                && names.contains(Answer.OUTCOME) == other.names.contains(Answer.OUTCOME)
                && names.contains(Answer.GUARD) == other.names.contains(Answer.GUARD)
                && (step.verb().path() == WalkPath.CONTROL || names.equals(other.names));
    }
}
