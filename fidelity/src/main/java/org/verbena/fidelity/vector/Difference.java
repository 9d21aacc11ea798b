// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.util.List;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/**
 * A vector that a target contradicts.
 *
 * @param line the vector
 * @param recorded the contradicted part of the vector's answer
 * @param answered the target's values for the same part
 * @param reasons the reasons of the target's refusal, if it reports them
 */
public record Difference(VectorLine line, String recorded, String answered, List<Violation> reasons) {
    /**
     * Copies the list.
     *
     * @param line the vector
     * @param recorded the contradicted part of the vector's answer
     * @param answered the target's values for the same part
     * @param reasons the reasons of the target's refusal
     */
    public Difference {
        reasons = List.copyOf(reasons);
    }

    static Difference of(VectorLine line, Answer.Contradiction contradiction, Answer answer) {
        return new Difference(line, contradiction.expected(), contradiction.actual(), answer.reasons());
    }

    /** Returns a difference for a vector whose object to modify could not be created. */
    static Difference of(VectorLine line, VerbsException refusal) {
        return new Difference(
                line,
                line.vector().answer().toString(),
                refusal.verb() + " errno=" + refusal.errno().name(),
                refusal.diagnosis().violations());
    }

    /**
     * Returns the request of the vector as text.
     *
     * @return the call and its fields in one line, for display
     */
    public String request() {
        return VectorJson.text(line.vector().request());
    }

    /** Returns the position and the request, the recorded answer, the new answer, and the reasons, one per line. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder()
                .append(line)
                .append(": ")
                .append(request())
                .append("\n  recorded ")
                .append(recorded)
                .append("\n  answered ")
                .append(answered);
        reasons.forEach(reason -> text.append("\n    ").append(reason));
        return text.toString();
    }
}
