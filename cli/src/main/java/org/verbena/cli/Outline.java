package org.verbena.cli;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sections of names and values, those of a struct within a struct one step to the right. */
final class Outline {
    private static final int INDENT = 2;
    private static final int VALUE_COLUMN = 34;

    private final StringBuilder text = new StringBuilder();
    private int depth;

    void section(String title) {
        text.append(text.isEmpty() ? "" : "\n\n").append(title);
        depth = 1;
    }

    void fields(Map<String, ? extends @Nullable Object> fields) {
        fields.forEach(this::field);
    }

    void field(String name, @Nullable Object value) {
        if (value instanceof Map<?, ?> struct) {
            line(name, "");
            depth++;
            struct.forEach((key, inner) -> field(String.valueOf(key), inner));
            depth--;
        } else if (value instanceof List<?> list) {
            String label = name;
            for (Object element : list.isEmpty() ? List.of("none") : list) {
                line(label, element instanceof Map<?, ?> struct ? onOneLine(struct) : element);
                label = "";
            }
        } else {
            line(name, value);
        }
    }

    private void line(String name, @Nullable Object value) {
        String label = " ".repeat(depth * INDENT) + name;
        text.append('\n')
                .append(String.format("%-" + VALUE_COLUMN + "s%s", label, value).stripTrailing());
    }

    private static String onOneLine(Map<?, ?> struct) {
        return struct.entrySet().stream()
                .map(field -> field.getKey() + " " + field.getValue())
                .collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
