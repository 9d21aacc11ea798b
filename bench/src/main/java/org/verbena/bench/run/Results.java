package org.verbena.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;
import org.verbena.bench.plan.Row;

/**
 * What processes have printed, in one directory for each row: {@code 0-subject.json}, {@code 0-yardstick.json}, and so on.
 *
 * @param directory of all of them
 */
public record Results(Path directory) {
    /** The directory of a row. */
    public Path of(Row row) {
        return directory.resolve("rows").resolve(row.id());
    }

    /** What the process of a round prints that is judged. */
    public Path subject(Row row, int round) {
        return of(row).resolve(round + "-subject.json");
    }

    /** What the other prints. */
    public Path yardstick(Row row, int round) {
        return of(row).resolve(round + "-yardstick.json");
    }

    /** What a process says when something goes wrong, beside what it prints. */
    public static Path errors(Path result) {
        return result.resolveSibling(result.getFileName() + ".err");
    }

    /** When the last was measured. */
    public Instant newest() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            Instant newest = Instant.EPOCH;
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                Instant written = Files.getLastModifiedTime(file).toInstant();
                newest = written.isAfter(newest) ? written : newest;
            }
            return newest;
        }
    }

    /** Forgets what a former run has measured of a row. */
    public void clear(Row row) throws IOException {
        clear(of(row));
    }

    private static void clear(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                    Files.delete(file);
                }
            }
        }
    }
}
