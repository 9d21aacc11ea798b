// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The declared deviations of one provider and device. A run fails if a declared deviation passes, so that the list
 * stays current. In a file, each line has the form {@code id | reason | source}. A line that starts with {@code #} is a
 * comment.
 */
public final class Deviations {
    private final Map<String, Deviation> byId;

    private Deviations(Map<String, Deviation> byId) {
        this.byId = byId;
    }

    /** {@return an empty list of deviations} */
    public static Deviations none() {
        return new Deviations(Map.of());
    }

    /**
     * Creates a list of deviations.
     *
     * @param deviations the deviations
     * @return the list
     * @throws IllegalArgumentException if the list names a behaviour twice
     */
    public static Deviations of(List<Deviation> deviations) {
        Map<String, Deviation> byId = new LinkedHashMap<>();
        for (Deviation deviation : deviations) {
            if (byId.put(deviation.id(), deviation) != null) {
                throw new IllegalArgumentException(deviation.id() + " is declared twice");
            }
        }
        return new Deviations(byId);
    }

    /**
     * Reads the deviations from a text file.
     *
     * @param owner the class whose package or module holds the file
     * @param resource the name as of {@link Class#getResourceAsStream}
     * @return the list
     * @throws IllegalArgumentException if the file is missing or a line is malformed
     */
    public static Deviations resource(Class<?> owner, String resource) {
        try (InputStream in = owner.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalArgumentException("There is no resource " + resource + " for " + owner);
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Parses deviations.
     *
     * @param text the lines
     * @return the list
     * @throws IllegalArgumentException if a line is malformed
     */
    public static Deviations parse(String text) {
        return of(text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .map(Deviations::line)
                .toList());
    }

    private static Deviation line(String line) {
        String[] parts = line.split("\\s*\\|\\s*", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("A deviation is \"id | reason | source\", not \"" + line + "\"");
        }
        return new Deviation(parts[0], parts[1], parts[2]);
    }

    /**
     * Returns the deviation of a behaviour.
     *
     * @param id the behaviour
     * @return its deviation, if one is declared
     */
    public Optional<Deviation> of(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /**
     * Returns the ids of the declared behaviours.
     *
     * @return their ids in the order of declaration
     */
    public Set<String> ids() {
        return Set.copyOf(byId.keySet());
    }
}
