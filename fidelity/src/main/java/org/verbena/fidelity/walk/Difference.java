package org.verbena.fidelity.walk;

import java.util.Set;

/**
 * A step to which the two sides gave different answers.
 *
 * @param step the step
 * @param names the names of the differing values, {@link Answer#OUTCOME} or {@link Answer#GUARD}
 * @param device the answer of the device
 * @param model the answer of the model
 */
record Difference(Step step, Set<String> names, Answer device, Answer model) {
    /** Returns whether another difference, at the end of a shorter sequence, shows the same problem. */
    boolean resembles(Difference other) {
        return step.verb() == other.step.verb()
                && names.contains(Answer.OUTCOME) == other.names.contains(Answer.OUTCOME)
                && names.contains(Answer.GUARD) == other.names.contains(Answer.GUARD)
                && (step.verb().path() == WalkPath.CONTROL || names.equals(other.names));
    }
}
