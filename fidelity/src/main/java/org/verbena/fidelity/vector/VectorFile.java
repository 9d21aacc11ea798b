package org.verbena.fidelity.vector;

import com.grack.nanojson.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A file of vectors, one JSON object a line; docs/vectors.md describes the fields. */
public final class VectorFile {
    private VectorFile() {}

    /**
     * Reads a file.
     *
     * @param file the file; empty lines in it are passed over
     * @return its vectors in order
     * @throws IOException if the file cannot be read
     * @throws FormatException if a line is none; the message names file, line, field and value
     */
    public static List<VectorLine> read(Path file) throws IOException {
        List<VectorLine> vectors = new ArrayList<>();
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                int number = i + 1;
                vectors.add(
                        new VectorLine(file.toString(), number, VectorJson.read(file + ":" + number, lines.get(i))));
            }
        }
        return vectors;
    }

    /**
     * A vector as a line of a file.
     *
     * @param vector the vector
     * @return one JSON object, without the end of the line
     */
    public static String line(Vector vector) {
        return JsonWriter.string(fields(vector));
    }

    /**
     * A vector as the fields of a JSON object.
     *
     * @param vector the vector
     * @return strings, numbers, booleans and maps of such, by name
     */
    public static Map<String, Object> fields(Vector vector) {
        return VectorJson.write(vector);
    }
}
