// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.verbena.attr.AttrStruct;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/**
 * The answer of one device to a step. Numbers that a device chooses freely (queue pair numbers, keys) are not included.
 *
 * @param outcome {@code ok}, the name of an errno, or the reason why the step was not run
 * @param values the granted, queried or current values, by their names in C
 */
record StepAnswer(String outcome, Map<String, String> values) {
    /** The name of the outcome in comparisons. */
    static final String OUTCOME = "outcome";

    /** The name in comparisons of whether Verbena itself rejected the request, without a call of the driver. */
    static final String GUARD = "guard";

    private static final String OK = "ok";
    private static final String SKIPPED = "skipped";
    private static final String BEFORE_THE_CALL = " before the call";

    static StepAnswer ok() {
        return new StepAnswer(OK, Map.of());
    }

    static StepAnswer refused(VerbsException refusal) {
        boolean guarded = refusal instanceof InvalidRequestException;
        return new StepAnswer(refusal.errno().name() + (guarded ? BEFORE_THE_CALL : ""), Map.of());
    }

    /**
     * Returns the answer to a step that was not run, because an object that it names does not exist. The creating step
     * failed or was removed.
     */
    static StepAnswer skipped() {
        return new StepAnswer(SKIPPED, Map.of());
    }

    StepAnswer with(String name, Object value) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(name, value.toString());
        return new StepAnswer(outcome, more);
    }

    /** Returns this answer with the fields of a struct, by their names in C. */
    StepAnswer with(AttrStruct struct) {
        Map<String, String> fields = new LinkedHashMap<>();
        struct.fields().forEach((name, value) -> fields.put(name, value.toString()));
        return with(fields);
    }

    StepAnswer with(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(values);
        all.putAll(more);
        return new StepAnswer(outcome, all);
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

    /** Returns the names of the values that differ from another answer. */
    Set<String> differences(StepAnswer other) {
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
