package org.verbena.itests.fuzz.targets;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file in memory that each input is written to, for what reads files. */
final class TextFile {
    private final Path path;

    TextFile(String name) {
        path = Jimfs.newFileSystem(Configuration.unix()).getPath(name);
    }

    /** The file with new content. */
    Path holding(byte[] content) throws IOException {
        return Files.write(path, content);
    }
}
