package org.verbena.fidelity.walk;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.verbena.InvalidRequestException;
import org.verbena.VerbsException;

/**
 * What one side made of a step. Numbers that a device chooses at will (of queue pairs, keys) are no part of it.
 *
 * @param outcome {@code ok}, the name of an errno, or why it was not tried
 * @param values what was granted, queried or is the state now, by its name in C
 */
record Answer(String outcome, Map<String, String> values) {
    /** The name under which the outcome itself is compared. */
    static final String OUTCOME = "outcome";

    /** The name under which it is compared whether Verbena itself refused, and the driver was not asked at all. */
    static final String GUARD = "guard";

    private static final String OK = "ok";
    private static final String SKIPPED = "skipped";
    private static final String BEFORE_THE_CALL = " before the call";

    static Answer ok() {
        return new Answer(OK, Map.of());
    }

    static Answer refused(VerbsException refusal) {
        boolean guarded = refusal instanceof InvalidRequestException;
        return new Answer(refusal.errno().name() + (guarded ? BEFORE_THE_CALL : ""), Map.of());
    }

    /** Not tried: an object that it names does not exist, for the step that was to make it failed or is gone. */
    static Answer skipped() {
        return new Answer(SKIPPED, Map.of());
    }

    Answer with(String name, Object value) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(name, value.toString());
        return new Answer(outcome, more);
    }

    Answer with(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(values);
        all.putAll(more);
        return new Answer(outcome, all);
    }

    boolean isSkipped() {
        return outcome.equals(SKIPPED);
    }

    boolean isOk() {
        return outcome.equals(OK);
    }

    private boolean isGuarded() {
        return outcome.endsWith(BEFORE_THE_CALL);
    }

    /** The names of what is not the same in another answer. */
    Set<String> differences(Answer other) {
        if (isGuarded() != other.isGuarded()) {
            return Set.of(GUARD);
        }
        if (!outcome.equals(other.outcome)) {
            return Set.of(OUTCOME);
        }
        Set<String> names = new TreeSet<>(values.keySet());
        names.addAll(other.values.keySet());
        names.removeIf(name -> values.containsKey(name) && values.get(name).equals(other.values.get(name)));
        return names;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(outcome);
        values.forEach(
                (name, value) -> text.append(' ').append(name).append('=').append(value));
        return text.toString();
    }
}
