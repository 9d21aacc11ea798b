package org.verbena.cli;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.verbena.Diagnosis;
import org.verbena.Errno;
import org.verbena.Explanation;
import org.verbena.VerbsException;

/**
 * What a driver says to one value of an attribute. Without a grant and an errno it says nothing: it has no model.
 *
 * @param granted the value that it grants, null where it does not
 * @param errno the error of its refusal, null where it does not refuse
 * @param diagnosis the rules that the request breaks
 */
record CapAnswer(@Nullable Long granted, @Nullable Errno errno, Diagnosis diagnosis) {
    private static final CapAnswer UNKNOWN = new CapAnswer(null, null, Diagnosis.UNKNOWN);

    static <G> CapAnswer of(Explanation<G> explanation, ToLongFunction<? super G> size) {
        if (explanation instanceof Explanation.Granted<G> granted) {
            return new CapAnswer(size.applyAsLong(granted.grant()), null, Diagnosis.UNKNOWN);
        }
        return explanation instanceof Explanation.Refused<G> refused
                ? new CapAnswer(null, refused.errno(), refused.diagnosis())
                : UNKNOWN;
    }

    static CapAnswer of(VerbsException refusal) {
        return new CapAnswer(null, refusal.errno(), refusal.diagnosis());
    }

    boolean isGranted() {
        return granted != null;
    }

    boolean isRefused() {
        return errno != null;
    }

    /** Whether both say the same, whatever the reason of a refusal. */
    boolean agrees(CapAnswer other) {
        return value() == null ? other.value() == null : value().equals(other.value());
    }

    /** The number that is granted, the name of the errno, or null: a cell of a table, a value of JSON. */
    @Nullable
    Object value() {
        return errno == null ? granted : errno.name();
    }
}
