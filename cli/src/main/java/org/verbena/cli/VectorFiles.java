package org.verbena.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.verbena.fidelity.vector.Configs;
import org.verbena.fidelity.vector.ModelRespondents;
import org.verbena.fidelity.vector.Respondent;
import org.verbena.fidelity.vector.VectorFile;
import org.verbena.fidelity.vector.VectorLine;

/** Vectors that the command line names, and the models that they name. */
final class VectorFiles {
    private final List<VectorLine> lines = new ArrayList<>();
    private final Map<String, ModelRespondents> models = new HashMap<>();

    private VectorFiles() {}

    /**
     * Reads everything.
     *
     * @param files the files
     * @param configs the configurations of all; without, each file has those beside it, if there are any
     */
    static VectorFiles read(List<Path> files, @Nullable Path configs) {
        VectorFiles read = new VectorFiles();
        for (Path file : files) {
            Path beside = file.resolveSibling(Configs.FILE);
            read.lines.addAll(load(file, VectorFile::read));
            read.models.put(
                    file.toString(),
                    configs == null && !Files.exists(beside)
                            ? ModelRespondents.withOwnLimits()
                            : ModelRespondents.with(load(configs == null ? beside : configs, Configs::read)));
        }
        return read;
    }

    List<VectorLine> lines() {
        return lines;
    }

    /** The model that a line names. */
    Respondent model(VectorLine line) {
        return Objects.requireNonNull(models.get(line.file())).of(line);
    }

    /** Reads a file. */
    interface Reader<T> {
        T read(Path file) throws IOException;
    }

    /** Configurations or vectors from a file. */
    static <T> T load(Path file, Reader<T> reader) {
        try {
            return reader.read(file);
        } catch (NoSuchFileException e) {
            throw new UsageException(file + ": there is no such file");
        } catch (IOException e) {
            throw new UsageException(file + ": it cannot be read: " + e.getMessage());
        }
    }
}
