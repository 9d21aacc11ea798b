// SPDX-License-Identifier: Apache-2.0
package org.verbena.error;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The known reasons why a request failed.
 *
 * @param violations the broken rules, in the order in which the rejecting layer checks them; empty if none is known
 * @param notes further findings for display, for example that a driver rejected what no known rule forbids
 */
public record Diagnosis(List<Violation> violations, List<String> notes) {
    /** A diagnosis for a request of which only the error number is known. */
    public static final Diagnosis UNKNOWN = new Diagnosis(List.of());

    /**
     * Creates a diagnosis with copies of the lists.
     *
     * @param violations the broken rules
     * @param notes the notes
     */
    public Diagnosis {
        violations = List.copyOf(violations);
        notes = List.copyOf(notes);
    }

    /**
     * Creates a diagnosis without notes.
     *
     * @param violations the broken rules
     */
    public Diagnosis(List<Violation> violations) {
        this(violations, List.of());
    }

    /**
     * Creates a diagnosis of one broken rule.
     *
     * @param violation the rule
     * @return the diagnosis
     */
    public static Diagnosis of(Violation violation) {
        return new Diagnosis(List.of(violation));
    }

    /**
     * Creates a diagnosis that has no broken rule, only a note.
     *
     * @param note the note that says why no rule is known
     * @return the diagnosis
     */
    public static Diagnosis unexplained(String note) {
        return new Diagnosis(List.of(), List.of(note));
    }

    /**
     * Returns a copy of this diagnosis with a further note.
     *
     * @param note the note
     * @return the copy
     */
    public Diagnosis withNote(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return new Diagnosis(violations, more);
    }

    /**
     * Returns whether no broken rule is known. The diagnosis may still have notes.
     *
     * @return true if the list of violations is empty
     */
    public boolean isUnknown() {
        return violations.isEmpty();
    }

    /** Returns the violations and then the notes, separated by semicolons. The text is empty if there are none. */
    @Override
    public String toString() {
        return Stream.concat(violations.stream().map(Violation::toString), notes.stream())
                .collect(Collectors.joining("; "));
    }
}
