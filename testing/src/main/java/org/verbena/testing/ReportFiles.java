// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.MediaType;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The files of a failed test. JUnit adds them to its report. With JUnit before 5.14, which does not have these methods,
 * the files are in a temporary directory. The BOM of an application framework can select such a JUnit.
 */
final class ReportFiles {
    /** Writes a file. */
    interface Writer {
        void write(Path file) throws IOException;
    }

    /** The calls of JUnit 5.14. Only this class does not link with an older JUnit. */
    private static final class Published {
        static Path publish(ExtensionContext context, String name, String type, Writer writer) {
            Path[] published = new Path[1];
            context.publishFile(name, MediaType.parse(type), file -> {
                writer.write(file);
                published[0] = file.toAbsolutePath();
            });
            return published[0];
        }
    }

    private final ExtensionContext context;
    private @Nullable Path directory;

    ReportFiles(ExtensionContext context) {
        this.context = context;
    }

    /** Writes a file with the name of the test, and returns its path. */
    Path publish(String extension, String type, Writer writer) throws IOException {
        String name = context.getRequiredTestClass().getSimpleName() + "."
                + context.getRequiredTestMethod().getName() + "." + extension;
        try {
            return Published.publish(context, name, type, writer);
        } catch (NoClassDefFoundError | NoSuchMethodError e) {
            if (directory == null) {
                directory = Files.createTempDirectory("verbena-");
            }
            Path file = directory.resolve(name);
            writer.write(file);
            return file;
        }
    }
}
