package org.verbena;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Why a request was refused, as far as it is known.
 *
 * @param violations the broken rules in the order in which the refusing party checks them; empty when nothing is known
 */
public record Diagnosis(List<Violation> violations) {
    /** Nothing is known beyond the error number. */
    public static final Diagnosis UNKNOWN = new Diagnosis(List.of());

    /**
     * Copies the list.
     *
     * @param violations the broken rules
     */
    public Diagnosis {
        violations = List.copyOf(violations);
    }

    /**
     * A diagnosis of one broken rule.
     *
     * @param violation the rule
     * @return the diagnosis
     */
    public static Diagnosis of(Violation violation) {
        return new Diagnosis(List.of(violation));
    }

    /**
     * Whether no broken rule is known.
     *
     * @return true when the list is empty
     */
    public boolean isUnknown() {
        return violations.isEmpty();
    }

    /** The violations, separated by semicolons. */
    @Override
    public String toString() {
        return violations.stream().map(Violation::toString).collect(Collectors.joining("; "));
    }
}
