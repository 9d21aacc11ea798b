package org.verbena.fidelity.vector;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The recorded answers of this project. */
final class RecordedVectors {
    // Surefire starts tests in their module's directory.
    private static final Path DIRECTORY = Path.of("src/test/resources/vectors");

    private RecordedVectors() {}

    static List<VectorLine> read(String file) {
        try {
            return VectorFile.read(DIRECTORY.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Configs configs() {
        try {
            return Configs.read(DIRECTORY.resolve(Configs.FILE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Stream<String> files() {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".jsonl"))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
