// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.error.Diagnosis;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/**
 * The text and the JSON members of a rejected request.
 *
 * @param cause the exception
 */
public record Refusal(RuntimeException cause) {
    private static final int WIDTH = 100;
    private static final String STEP = "  ";

    public String message() {
        return String.valueOf(cause.getMessage());
    }

    /** Returns the members of the JSON output. The verb and the errno are null if no verb was called. */
    public Map<String, @Nullable Object> members() {
        VerbsException failure = cause instanceof VerbsException e ? e : null;
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("verb", failure == null ? null : failure.verb());
        members.put("errno", failure == null ? null : failure.errno().name());
        members.put("message", message());
        members.put(
                "violations",
                failure == null ? List.of() : violations(failure.diagnosis().violations()));
        return members;
    }

    /** Returns the violated rules as lists and maps for JSON. */
    public static List<Map<String, String>> violations(List<Violation> violations) {
        return violations.stream().map(Refusal::members).toList();
    }

    private static Map<String, String> members(Violation violation) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("attribute", violation.attribute());
        members.put("requested", violation.requested());
        members.put("limit", violation.limit());
        members.put("rule", violation.rule());
        members.put("source", violation.source());
        return members;
    }

    /** Returns the text output: the failed call, followed by the reasons as far as they are known. */
    public String text() {
        if (cause instanceof InvalidRequestException
                || !(cause instanceof VerbsException e)
                || e.diagnosis().equals(Diagnosis.UNKNOWN)) {
            return message();
        }
        return e.verb() + " on " + e.object() + " failed with " + e.errno() + "\n\n" + text(e.diagnosis());
    }

    /** Returns the reasons as text. Each violated rule has separate lines for its sentence and its source. */
    public static String text(Diagnosis diagnosis) {
        return Stream.concat(
                        diagnosis.violations().stream().map(Refusal::text),
                        diagnosis.notes().stream().map(note -> wrapped(STEP, note)))
                .collect(Collectors.joining("\n\n"));
    }

    private static String text(Violation violation) {
        String finding = violation.attribute() + " = " + violation.requested() + ", limit " + violation.limit();
        return String.join(
                "\n",
                wrapped(STEP, finding),
                wrapped(STEP + STEP, violation.rule()),
                wrapped(STEP + STEP, "[" + violation.source() + "]"));
    }

    private static String wrapped(String indent, String text) {
        StringBuilder lines = new StringBuilder(indent);
        int column = indent.length();
        for (String word : text.split(" ", -1)) {
            boolean first = column == indent.length();
            if (!first && column + 1 + word.length() > WIDTH) {
                lines.append('\n').append(indent);
                column = indent.length();
                first = true;
            }
            lines.append(first ? "" : " ").append(word);
            column += (first ? 0 : 1) + word.length();
        }
        return lines.toString();
    }
}
