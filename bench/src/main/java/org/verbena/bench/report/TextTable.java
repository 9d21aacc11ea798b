package org.verbena.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Formats columns that are as wide as their widest cell. */
final class TextTable {
    private static final String GAP = "  ";

    private TextTable() {}

    static String of(List<RowResult> results) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(RowText.HEADINGS);
        results.forEach(result -> lines.add(new RowText(result).cells()));
        List<Integer> widths = IntStream.range(0, RowText.HEADINGS.size())
                .mapToObj(column -> lines.stream()
                        .mapToInt(line -> line.get(column).length())
                        .max()
                        .orElse(0))
                .toList();
        return lines.stream().map(line -> line(line, widths)).collect(Collectors.joining("\n"));
    }

    private static String line(List<String> cells, List<Integer> widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < cells.size(); column++) {
            String cell = cells.get(column);
            line.append(cell)
                    .append(" ".repeat(widths.get(column) - cell.length()))
                    .append(GAP);
        }
        return line.toString().stripTrailing();
    }
}
