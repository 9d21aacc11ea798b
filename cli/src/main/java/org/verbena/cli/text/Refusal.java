package org.verbena.cli.text;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/**
 * The reason why a request was rejected.
 *
 * @param verb the C function, null if none was called
 * @param errno the name of the error, null if no verb was called
 * @param message the complete message
 * @param violations the violated rules, as far as they are known
 */
public record Refusal(@Nullable String verb, @Nullable String errno, String message, List<Violation> violations) {
    public static Refusal of(RuntimeException refusal) {
        String message = String.valueOf(refusal.getMessage());
        return refusal instanceof VerbsException e
                ? new Refusal(e.verb(), e.errno().name(), message, e.diagnosis().violations())
                : new Refusal(null, null, message, List.of());
    }
}
