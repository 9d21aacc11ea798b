package org.verbena.cli.text;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.verbena.error.Diagnosis;
import org.verbena.error.Violation;

/**
 * Text for display of the reasons why a request was rejected. Each violated rule has separate lines for its sentence
 * and its source.
 */
public final class DiagnosisText {
    private static final int WIDTH = 100;
    private static final String STEP = "  ";

    private DiagnosisText() {}

    public static String of(Diagnosis diagnosis) {
        return Stream.concat(
                        diagnosis.violations().stream().map(DiagnosisText::rule),
                        diagnosis.notes().stream().map(note -> wrapped(STEP, note)))
                .collect(Collectors.joining("\n\n"));
    }

    private static String rule(Violation violation) {
        return String.join(
                "\n",
                List.of(
                        wrapped(
                                STEP,
                                violation.attribute() + " = " + violation.requested() + ", limit " + violation.limit()),
                        wrapped(STEP + STEP, violation.rule()),
                        wrapped(STEP + STEP, "[" + violation.source() + "]")));
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
