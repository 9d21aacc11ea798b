package org.verbena.cli.text;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.verbena.Explanation;

/** Text for display of the expected answer of a driver. */
public final class ExplanationText {
    private ExplanationText() {}

    public static String of(Explanation<? extends Record> explanation, Function<Record, String> granted) {
        if (explanation instanceof Explanation.Granted<? extends Record> grant) {
            return granted.apply(grant.grant());
        }
        return explanation instanceof Explanation.Refused<? extends Record> refused
                ? "refused: " + refused.errno().name() + "\n\n" + DiagnosisText.of(refused.diagnosis())
                : "unknown: " + ((Explanation.Unknown<? extends Record>) explanation).reason();
    }

    /** Returns a table of the request and the grant, preceded by the names of the fields that differ. */
    public static String compared(Record requested, Record granted) {
        List<String> changed = changed(CStruct.of(requested), CStruct.of(granted));
        String verdict =
                changed.isEmpty() ? "granted as requested" : "granted, with another " + String.join(", ", changed);
        return verdict + "\n\n"
                + new StructTable().column("requested", requested).column("granted", granted);
    }

    private static List<String> changed(Map<String, ?> requested, Map<String, ?> granted) {
        return requested.keySet().stream()
                .filter(field -> !String.valueOf(requested.get(field)).equals(String.valueOf(granted.get(field))))
                .toList();
    }
}
