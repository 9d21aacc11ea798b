package org.verbena.fidelity.vector;

import java.util.List;
import org.verbena.VerbsException;
import org.verbena.Violation;

/**
 * A vector that a respondent contradicts.
 *
 * @param line the vector
 * @param recorded what the vector says, as far as it is contradicted
 * @param answered what the respondent says of the same
 * @param reasons the respondent's reasons if it refused and knows them
 */
public record Difference(VectorLine line, String recorded, String answered, List<Violation> reasons) {
    /**
     * Copies the list.
     *
     * @param line the vector
     * @param recorded what the vector says
     * @param answered what the respondent says
     * @param reasons the respondent's reasons
     */
    public Difference {
        reasons = List.copyOf(reasons);
    }

    static Difference of(VectorLine line, Answer.Contradiction contradiction, Answer answer) {
        return new Difference(line, contradiction.expected(), contradiction.actual(), answer.reasons());
    }

    /** What the vector's request would have changed could not be made. */
    static Difference of(VectorLine line, VerbsException refusal) {
        return new Difference(
                line,
                line.vector().answer().toString(),
                refusal.verb() + " errno=" + refusal.errno().name(),
                refusal.diagnosis().violations());
    }

    /**
     * What was asked.
     *
     * @return the call and its fields in one line, for people
     */
    public String request() {
        return VectorJson.text(line.vector().request());
    }

    /** Place and request, what was recorded, what was answered, and why, line by line. */
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
