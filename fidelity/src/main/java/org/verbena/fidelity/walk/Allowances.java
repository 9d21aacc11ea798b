package org.verbena.fidelity.walk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.verbena.fidelity.vector.BoundedLines;
import org.verbena.fidelity.vector.FormatException;

/**
 * The known differences between a device and its model, and how often each of them was met. One a line:
 *
 * <pre>{@code
 * value | steps | reason | source
 * }</pre>
 *
 * {@code value} is the name of a value in an answer, {@code outcome} for refusals, or {@code guard} where Verbena keeps a
 * request from one of the two, for its library would crash; {@code steps} is a regular
 * expression that is found in the text of the steps, for example {@code ^create_wq .*wq_create_flags=.*DELAY_DROP}.
 * Where outcomes may differ, what one side made is destroyed again; if the step made nothing, the walk ends there. Empty
 * lines and those that start with {@code #} do not count. Not for use by several threads at once.
 */
public final class Allowances {
    private static final Pattern SEPARATOR = Pattern.compile("\\s+\\|\\s+");
    private static final int COLUMNS = 4;

    private final Map<Allowance, Integer> met = new LinkedHashMap<>();

    private Allowances(Stream<String> lines) {
        lines.map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .forEach(line -> met.put(parse(line), 0));
    }

    /**
     * No difference is allowed.
     *
     * @return an empty list
     */
    public static Allowances none() {
        return new Allowances(Stream.empty());
    }

    /**
     * Reads a file.
     *
     * @param file the file
     * @return what it allows
     * @throws IOException if it cannot be read
     * @throws FormatException if it exceeds a limit of {@link BoundedLines}, or is not UTF-8
     * @throws IllegalArgumentException if a line does not have four columns, or a regular expression is none
     */
    public static Allowances read(Path file) throws IOException {
        return new Allowances(BoundedLines.readAll(file).stream());
    }

    private static Allowance parse(String line) {
        String[] columns = SEPARATOR.split(line, -1);
        if (columns.length != COLUMNS) {
            throw new IllegalArgumentException("not \"value | steps | reason | source\": " + line);
        }
        return new Allowance(columns[0], Pattern.compile(columns[1]), columns[2], columns[3]);
    }

    /** Whether the sides may differ in this; notes that they did. */
    boolean allow(Step step, String name) {
        return met.keySet().stream()
                .filter(allowance -> allowance.covers(step, name))
                .findFirst()
                .map(allowance -> met.merge(allowance, 1, Integer::sum))
                .isPresent();
    }

    /**
     * Those that were not met: either the walk was too short, or the difference is gone and the line should be, too.
     *
     * @return their texts
     */
    public List<String> unmet() {
        return met.entrySet().stream()
                .filter(entry -> entry.getValue() == 0)
                .map(entry -> entry.getKey().toString())
                .toList();
    }
}
