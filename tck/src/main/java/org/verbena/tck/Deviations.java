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
 * The declared deviations of one provider and device. A declared deviation that passes fails the run, so that the list
 * cannot grow stale. In a file each is a line {@code id | reason | source}; {@code #} starts a comment line.
 */
public final class Deviations {
    private final Map<String, Deviation> byId;

    private Deviations(Map<String, Deviation> byId) {
        this.byId = byId;
    }

    /**
     * No deviation: every behaviour is expected.
     *
     * @return the empty list
     */
    public static Deviations none() {
        return new Deviations(Map.of());
    }

    /**
     * The deviations of a list.
     *
     * @param deviations the deviations
     * @return the list
     * @throws IllegalArgumentException if a behaviour is named twice
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
     * The deviations of a text file.
     *
     * @param owner the class whose package or module holds the file
     * @param resource the name as of {@link Class#getResourceAsStream}
     * @return the list
     * @throws IllegalArgumentException if the file is missing or a line has another form
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
     * The deviations of a text.
     *
     * @param text the lines
     * @return the list
     * @throws IllegalArgumentException if a line has another form
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
     * The deviation of a behaviour.
     *
     * @param id the behaviour
     * @return its deviation, if one is declared
     */
    public Optional<Deviation> of(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /**
     * The behaviours that are named.
     *
     * @return their ids in the order of declaration
     */
    public Set<String> ids() {
        return Set.copyOf(byId.keySet());
    }
}
