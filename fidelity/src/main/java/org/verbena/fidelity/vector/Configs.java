package org.verbena.fidelity.vector;

import com.grack.nanojson.JsonWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The configurations that vectors name: {@code configs.json}, which docs/vectors.md describes. */
public final class Configs {
    /** The name of the file where nothing else is said, beside the vectors. */
    public static final String FILE = "configs.json";

    private static final int MAX_LENGTH = 1 << 24;

    private final Map<String, Config> configs;

    private Configs(Map<String, Config> configs) {
        this.configs = Collections.unmodifiableMap(configs);
    }

    /**
     * A file that holds nothing yet.
     *
     * @return no configuration
     */
    public static Configs none() {
        return new Configs(Map.of());
    }

    /**
     * Reads a file.
     *
     * @param file the file
     * @return its configurations
     * @throws IOException if the file cannot be read
     * @throws FormatException if it is not such a file, or longer than 16 MiB; the message names file, field and value
     */
    public static Configs read(Path file) throws IOException {
        JsonFields all = JsonFields.parse(file.toString(), text(file));
        Map<String, Config> configs = new LinkedHashMap<>();
        for (String name : all.names()) {
            JsonFields config = all.object(name);
            configs.put(name, new Config(config.text("driver"), limits(config.object("limits"))));
        }
        return new Configs(configs);
    }

    private static String text(Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_LENGTH + 1);
        }
        if (bytes.length > MAX_LENGTH) {
            throw new FormatException(file.toString(), "it is longer than " + MAX_LENGTH + " bytes");
        }
        try {
            return BoundedLines.decode(bytes, true);
        } catch (CharacterCodingException e) {
            throw new FormatException(file.toString(), "it is not UTF-8");
        }
    }

    private static Map<String, Long> limits(JsonFields fields) {
        Map<String, Long> limits = new LinkedHashMap<>();
        fields.names().forEach(name -> limits.put(name, LimitWords.read(fields, name)));
        return limits;
    }

    /**
     * Finds a configuration.
     *
     * @param name its name
     * @return the configuration, if there is one
     */
    public Optional<Config> find(String name) {
        return Optional.ofNullable(configs.get(name));
    }

    /**
     * The same with one more, or with another of the same name.
     *
     * @param name its name
     * @param config the configuration
     * @return a changed copy
     */
    public Configs with(String name, Config config) {
        Map<String, Config> more = new LinkedHashMap<>(configs);
        more.put(name, config);
        return new Configs(more);
    }

    /**
     * The text of a file.
     *
     * @return one JSON object in several lines
     */
    public String toJson() {
        JsonBuilder json = new JsonBuilder();
        configs.forEach((name, config) -> json.put(name, config.toJson()));
        return JsonWriter.indent(" ").string().object(json.build()).done() + "\n";
    }
}
