package org.verbena.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What came of a creation, for people: capabilities line by line, those who said them column by column. */
final class OutcomeText {
    private OutcomeText() {}

    static String of(Trial trial, Outcome outcome) {
        String title = "ibv_" + trial.op() + " gave " + outcome.numberName() + " " + outcome.number();
        String text = title + "\n\n" + table(trial.requested(), outcome);
        return outcome.queryRefusal() == null
                ? text
                : text + "\n\nNot queried: " + outcome.queryRefusal().message();
    }

    private static Table table(Record requested, Outcome outcome) {
        Map<String, Map<String, @Nullable Object>> columns = new LinkedHashMap<>();
        columns.put("requested", CStruct.of(requested));
        columns.put("granted", CStruct.of(outcome.granted()));
        if (outcome.queried() != null) {
            columns.put("queried", CStruct.of(outcome.queried()));
        }

        List<String> headings = new ArrayList<>(List.of(""));
        headings.addAll(columns.keySet());
        Table table = new Table(headings);
        for (String cap : CStruct.of(requested).keySet()) {
            List<@Nullable Object> row = new ArrayList<>(List.of(cap));
            columns.values().forEach(column -> row.add(column.get(cap)));
            table.row(row);
        }
        return table;
    }
}
