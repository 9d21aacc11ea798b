// SPDX-License-Identifier: Apache-2.0
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
 * The known differences between a device and its model, with the number of times each occurred. A file has one
 * difference per line:
 *
 * <pre>{@code
 * value | steps | reason | source
 * }</pre>
 *
 * <p>{@code value} is the name of a value in an answer, {@code outcome} for refusals, {@code guard} or {@code omit}. A
 * guard difference means that Verbena rejects a request on one device, because the library of that device would crash.
 * With {@code omit}, the walk leaves out these steps, because they cause differences in the answers of later ones.
 * {@code steps} is a regular expression that is searched in the text of a step, for example
 * {@code ^create_wq .*wq_create_flags=.*DELAY_DROP}.
 *
 * <p>If outcomes may differ, the walk destroys the object that one device created. If the step creates no object, the
 * walk ends there. Empty lines and lines that start with {@code #} are ignored. Not thread-safe.
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
     * Returns a list that allows no difference.
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
     * @return the allowed differences
     * @throws IOException if the file cannot be read
     * @throws FormatException if the file exceeds a limit of {@link BoundedLines}, or is not UTF-8
     * @throws IllegalArgumentException if a line does not have four columns, or a regular expression is invalid
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

    /** Returns whether the devices may differ in a value, and counts the difference. */
    boolean allow(Step step, String name) {
        return met.keySet().stream()
                .filter(allowance -> allowance.covers(step, name))
                .findFirst()
                .map(allowance -> met.merge(allowance, 1, Integer::sum))
                .isPresent();
    }

    /** Returns whether a walk leaves out a step, and counts it. */
    boolean excludes(Step step) {
        return allow(step, Allowance.OMIT);
    }

    /**
     * Returns the differences that did not occur. Either the walk was too short, or the difference no longer exists and
     * its line should be removed.
     *
     * @return the texts of the differences
     */
    public List<String> unmet() {
        return met.entrySet().stream()
                .filter(entry -> entry.getValue() == 0)
                .map(entry -> entry.getKey().toString())
                .toList();
    }
}
