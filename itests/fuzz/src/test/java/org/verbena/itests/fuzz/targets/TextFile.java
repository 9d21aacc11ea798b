// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.fuzz.targets;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file in memory for code that reads files. Each input overwrites it. */
final class TextFile {
    private final Path path;

    TextFile(String name) {
        path = Jimfs.newFileSystem(Configuration.unix()).getPath(name);
    }

    /** Overwrites the file and returns its path. */
    Path holding(byte[] content) throws IOException {
        return Files.write(path, content);
    }
}
