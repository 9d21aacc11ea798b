// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.text;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Text with one line for each name and value. The fields of a nested struct are indented. */
public final class Outline {
    private static final int STEP = 2;
    private static final int VALUE_COLUMN = 36;

    private final StringBuilder text = new StringBuilder();

    public Outline(Map<?, ? extends @Nullable Object> fields) {
        block(0, fields);
    }

    private void block(int depth, Map<?, ? extends @Nullable Object> fields) {
        fields.forEach((name, value) -> field(depth, String.valueOf(name), value));
    }

    private void field(int depth, String name, @Nullable Object value) {
        if (value instanceof Map<?, ?> struct) {
            line(depth, name, "");
            block(depth + 1, struct);
        } else if (value instanceof List<?> list) {
            elements(depth, name, list);
        } else {
            line(depth, name, String.valueOf(value));
        }
    }

    private void elements(int depth, String name, List<?> list) {
        if (list.isEmpty()) {
            line(depth, name, "none");
        }
        for (int i = 0; i < list.size(); i++) {
            Object element = list.get(i);
            if (element instanceof Map<?, ?> struct && isDeep(struct)) {
                field(depth, name + "[" + i + "]", struct);
            } else {
                line(depth, i == 0 ? name : "", onOneLine(element));
            }
        }
    }

    private static boolean isDeep(Map<?, ?> struct) {
        return struct.values().stream().anyMatch(value -> value instanceof Map || value instanceof Collection);
    }

    private static String onOneLine(Object element) {
        return element instanceof Map<?, ?> struct
                ? struct.entrySet().stream()
                        .map(field -> field.getKey() + " " + field.getValue())
                        .collect(Collectors.joining(", "))
                : element.toString();
    }

    private void line(int depth, String name, String value) {
        String label = " ".repeat(depth * STEP) + name;
        text.append(text.isEmpty() ? "" : "\n")
                .append(String.format("%-" + VALUE_COLUMN + "s%s", label, Terminal.onOneLine(value))
                        .stripTrailing());
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
