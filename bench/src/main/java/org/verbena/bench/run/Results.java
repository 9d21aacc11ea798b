// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;
import org.verbena.bench.plan.Row;

/**
 * The output of the processes, in one directory for each row: {@code 0-subject.json}, {@code 0-yardstick.json}, and so
 * on.
 *
 * @param directory the parent of all row directories
 */
public record Results(Path directory) {
    /** Returns the directory of a row. */
    public Path of(Row row) {
        return directory.resolve("rows").resolve(row.id());
    }

    /** Returns the file for the output of the judged process of a round. */
    public Path subject(Row row, int round) {
        return of(row).resolve(round + "-subject.json");
    }

    /** Returns the file for the output of the yardstick's process of a round. */
    public Path yardstick(Row row, int round) {
        return of(row).resolve(round + "-yardstick.json");
    }

    /** Returns the file for the error output of a process. */
    public static Path errors(Path result) {
        return result.resolveSibling(result.getFileName() + ".err");
    }

    /** Returns the time of the newest result. */
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

    /** Deletes the results of an earlier run of a row. */
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
