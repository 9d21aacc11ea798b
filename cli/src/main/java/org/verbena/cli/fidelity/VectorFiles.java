// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.fidelity;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.verbena.cli.text.NamedFile;
import org.verbena.fidelity.vector.Configs;
import org.verbena.fidelity.vector.ModelTargets;
import org.verbena.fidelity.vector.RequestTarget;
import org.verbena.fidelity.vector.UnreadableLine;
import org.verbena.fidelity.vector.VectorFile;
import org.verbena.fidelity.vector.VectorLine;

/** The vectors in the files on the command line, and the models that the vectors name. */
final class VectorFiles {
    private final List<VectorLine> lines = new ArrayList<>();
    private final List<UnreadableLine> unreadable = new ArrayList<>();
    private final Map<String, ModelTargets> models = new HashMap<>();

    private VectorFiles() {}

    /**
     * Reads all files.
     *
     * @param files the files
     * @param configs the configurations for all files; if null, each file uses those in its directory, if they exist
     */
    static VectorFiles read(List<Path> files, @Nullable Path configs) {
        VectorFiles read = new VectorFiles();
        for (Path file : files) {
            Path beside = file.resolveSibling(Configs.FILE);
            read.lines.addAll(NamedFile.read(file, named -> VectorFile.read(named, read.unreadable::add)));
            read.models.put(
                    file.toString(),
                    configs == null && !Files.exists(beside)
                            ? ModelTargets.withOwnLimits()
                            : ModelTargets.with(NamedFile.read(configs == null ? beside : configs, Configs::read)));
        }
        return read;
    }

    List<VectorLine> lines() {
        return lines;
    }

    /** Returns the lines that do not contain a vector. */
    List<UnreadableLine> unreadable() {
        return unreadable;
    }

    /** Returns the model that a line names. */
    RequestTarget model(VectorLine line) {
        return Objects.requireNonNull(models.get(line.file())).of(line);
    }
}
