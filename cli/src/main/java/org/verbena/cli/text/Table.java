// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table of text columns, each as wide as its widest cell. Columns with numbers are right-aligned, including their
 * headings.
 */
public final class Table {
    private static final String GAP = "  ";

    private final List<List<@Nullable Object>> rows = new ArrayList<>();

    public Table(List<String> headings) {
        row(headings);
    }

    /**
     * Creates a table of several values of one C struct, with one row for each field of the first value.
     *
     * @param headings the headings of the values
     * @param structs the values, each as a map of fields
     */
    public static Table ofStructs(List<String> headings, List<? extends Map<?, ?>> structs) {
        List<String> all = new ArrayList<>(List.of(""));
        all.addAll(headings);
        Table table = new Table(all);
        for (Object field : structs.get(0).keySet()) {
            List<@Nullable Object> row = new ArrayList<>(List.of(field));
            structs.forEach(struct -> row.add(struct.get(field)));
            table.row(row);
        }
        return table;
    }

    /** Adds a row. A null cell is shown as a dash. */
    public void row(Collection<? extends @Nullable Object> cells) {
        rows.add(new ArrayList<>(cells));
    }

    @Override
    public String toString() {
        int columns = rows.get(0).size();
        List<String> formats = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            formats.add(format(column));
        }
        List<String> lines = new ArrayList<>();
        for (List<@Nullable Object> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                line.append(String.format(formats.get(column), text(row.get(column))));
            }
            lines.add(line.toString().stripTrailing());
        }
        return String.join("\n", lines);
    }

    private String format(int column) {
        int width = 1;
        boolean numbers = false;
        for (List<@Nullable Object> row : rows) {
            width = Math.max(width, text(row.get(column)).length());
            numbers |= row.get(column) instanceof Number;
        }
        return "%" + (numbers ? "" : "-") + width + "s" + GAP;
    }

    private static String text(@Nullable Object cell) {
        return cell == null ? "-" : Terminal.onOneLine(cell.toString());
    }
}
