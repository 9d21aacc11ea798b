// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Provides the recorded answers of this project. */
final class RecordedVectors {
    private static final Path DIRECTORY = directory();

    /** Caches the files, because mutation testing reads them many times. */
    private static final Map<String, List<VectorLine>> READ = new ConcurrentHashMap<>();

    private RecordedVectors() {}

    private static Path directory() {
        try {
            return Path.of(RecordedVectors.class.getResource("/vectors").toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<VectorLine> read(String file) {
        return READ.computeIfAbsent(file, RecordedVectors::readNow);
    }

    private static List<VectorLine> readNow(String file) {
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
