// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import com.grack.nanojson.JsonWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Reads and writes files of vectors, with one JSON object per line. docs/vectors.md describes the fields. */
public final class VectorFile {
    private VectorFile() {}

    /**
     * Reads a file in which every line must be a vector.
     *
     * @param file the file; empty lines are skipped
     * @return the vectors in order
     * @throws IOException if the file cannot be read
     * @throws FormatException if a line is not a vector, or the file is too long; the message names the file, the line,
     *     the field and the value
     */
    public static List<VectorLine> read(Path file) throws IOException {
        return read(file, unreadable -> {
            throw new FormatException(unreadable.file() + ":" + unreadable.number(), unreadable.reason());
        });
    }

    /**
     * Reads the vectors of a file and reports all other lines.
     *
     * @param file the file; empty lines are skipped
     * @param unreadable receives each line that is not a vector, in order
     * @return the vectors in order
     * @throws IOException if the file cannot be read
     * @throws FormatException if the file is longer than 64 MiB, or has more than a million lines
     */
    public static List<VectorLine> read(Path file, Consumer<UnreadableLine> unreadable) throws IOException {
        List<VectorLine> vectors = new ArrayList<>();
        String name = file.toString();
        try (BoundedLines lines = BoundedLines.open(file)) {
            while (lines.next()) {
                try {
                    String text = lines.text();
                    if (!text.isBlank()) {
                        vectors.add(new VectorLine(name, lines.number(), VectorJson.read(lines.where(), text)));
                    }
                } catch (FormatException e) {
                    unreadable.accept(new UnreadableLine(name, lines.number(), e.problem()));
                }
            }
        }
        return vectors;
    }

    /**
     * Returns a vector as a line of a file.
     *
     * @param vector the vector
     * @return one JSON object, without a line terminator
     */
    public static String line(Vector vector) {
        return JsonWriter.string(fields(vector));
    }

    /**
     * Returns a vector as the fields of a JSON object.
     *
     * @param vector the vector
     * @return strings, numbers, booleans, and maps of these, by name
     */
    public static Map<String, Object> fields(Vector vector) {
        return VectorJson.write(vector);
    }
}
