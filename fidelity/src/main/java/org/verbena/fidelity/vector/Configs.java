// SPDX-License-Identifier: Apache-2.0
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

/**
 * The device configurations that vectors refer to, read from {@code configs.json}. docs/vectors.md describes the
 * format.
 */
public final class Configs {
    /** The default name of the file, which is in the directory of the vectors. */
    public static final String FILE = "configs.json";

    private static final int MAX_LENGTH = 1 << 24;

    private final Map<String, Config> configs;

    private Configs(Map<String, Config> configs) {
        this.configs = Collections.unmodifiableMap(configs);
    }

    /**
     * Returns an empty set of configurations.
     *
     * @return an object without configurations
     */
    public static Configs none() {
        return new Configs(Map.of());
    }

    /**
     * Reads a file.
     *
     * @param file the file
     * @return the configurations in the file
     * @throws IOException if the file cannot be read
     * @throws FormatException if the file does not have the format or is longer than 16 MiB; the message names the
     *     file, the field and the value
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
     * @param name the name of the configuration
     * @return the configuration; empty if there is none of that name
     */
    public Optional<Config> find(String name) {
        return Optional.ofNullable(configs.get(name));
    }

    /**
     * Returns a copy in which a configuration is added or replaced.
     *
     * @param name the name of the configuration
     * @param config the configuration
     * @return the changed copy
     */
    public Configs with(String name, Config config) {
        Map<String, Config> more = new LinkedHashMap<>(configs);
        more.put(name, config);
        return new Configs(more);
    }

    /**
     * Returns the configurations in the file format.
     *
     * @return one JSON object on several lines
     */
    public String toJson() {
        JsonBuilder json = new JsonBuilder();
        configs.forEach((name, config) -> json.put(name, config.toJson()));
        return JsonWriter.indent(" ").string().object(json.build()).done() + "\n";
    }
}
