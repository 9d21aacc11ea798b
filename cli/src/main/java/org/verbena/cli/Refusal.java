package org.verbena.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.verbena.VerbsException;
import org.verbena.Violation;

/**
 * Why something was refused.
 *
 * @param verb the C function, null where it did not come to one
 * @param errno the error's name, null where it did not come to a verb
 * @param message the whole in words
 * @param violations the broken rules, as far as they are known
 */
record Refusal(@Nullable String verb, @Nullable String errno, String message, List<Violation> violations) {
    static Refusal of(RuntimeException refusal) {
        String message = String.valueOf(refusal.getMessage());
        return refusal instanceof VerbsException e
                ? new Refusal(e.verb(), e.errno().name(), message, e.diagnosis().violations())
                : new Refusal(null, null, message, List.of());
    }
}
