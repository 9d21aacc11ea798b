package org.verbena;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Why a request was refused, as far as it is known.
 *
 * @param violations the broken rules in the order in which the refusing party checks them; empty when none is known
 * @param notes what else there is to say, for people; for example that a driver refused what no known rule forbids
 */
public record Diagnosis(List<Violation> violations, List<String> notes) {
    /** Nothing is known beyond the error number. */
    public static final Diagnosis UNKNOWN = new Diagnosis(List.of());

    /**
     * Copies the lists.
     *
     * @param violations the broken rules
     * @param notes what else there is to say
     */
    public Diagnosis {
        violations = List.copyOf(violations);
        notes = List.copyOf(notes);
    }

    /**
     * A diagnosis of broken rules and nothing else.
     *
     * @param violations the broken rules
     */
    public Diagnosis(List<Violation> violations) {
        this(violations, List.of());
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
     * A diagnosis that knows no broken rule and says why.
     *
     * @param note what there is to say
     * @return the diagnosis
     */
    public static Diagnosis unexplained(String note) {
        return new Diagnosis(List.of(), List.of(note));
    }

    /**
     * The same with one more note.
     *
     * @param note what there is to say
     * @return a changed copy
     */
    public Diagnosis withNote(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return new Diagnosis(violations, more);
    }

    /**
     * Whether no broken rule is known; there may be notes.
     *
     * @return true when the list of violations is empty
     */
    public boolean isUnknown() {
        return violations.isEmpty();
    }

    /** The violations and then the notes, separated by semicolons; empty where nothing is known. */
    @Override
    public String toString() {
        return Stream.concat(violations.stream().map(Violation::toString), notes.stream())
                .collect(Collectors.joining("; "));
    }
}
