// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.caps;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.verbena.Explanation;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/**
 * The answer of a driver to one value of an attribute. Without a model there is neither a grant nor an errno.
 *
 * @param granted the granted value, null if the driver grants none
 * @param errno the error of a rejected request, null if it is not rejected
 * @param diagnosis the rules that the request violates
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

    /** Returns whether both answers have the same value. The reason of a rejection does not matter. */
    boolean agrees(CapAnswer other) {
        return value() == null ? other.value() == null : value().equals(other.value());
    }

    /** Returns the granted value, the name of the errno, or null: a cell of a table and a value of JSON. */
    @Nullable
    Object value() {
        return errno == null ? granted : errno.name();
    }
}
