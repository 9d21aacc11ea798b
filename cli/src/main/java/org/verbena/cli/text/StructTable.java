package org.verbena.cli.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table of several values of one C struct, with one row per field and one column per value. */
public final class StructTable {
    private final Map<String, Map<String, @Nullable Object>> columns = new LinkedHashMap<>();

    public StructTable column(String heading, Record struct) {
        columns.put(heading, CStruct.of(struct));
        return this;
    }

    /** Returns the table, with one row for each field of the first column. */
    @Override
    public String toString() {
        List<String> headings = new ArrayList<>(List.of(""));
        headings.addAll(columns.keySet());
        Table table = new Table(headings);
        for (String field : columns.values().iterator().next().keySet()) {
            List<@Nullable Object> row = new ArrayList<>(List.of(field));
            columns.values().forEach(column -> row.add(column.get(field)));
            table.row(row);
        }
        return table.toString();
    }
}
