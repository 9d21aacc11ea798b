// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.text;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Static methods that read and write files named on the command line. A failure throws a {@link UsageException} with
 * the file and the reason.
 */
public final class NamedFile {
    private NamedFile() {}

    /** Reads a file and converts its contents. */
    public interface Reader<T> {
        T read(Path file) throws IOException;
    }

    /** Returns the result of a reader for a file. */
    public static <T> T read(Path file, Reader<T> reader) {
        try {
            return reader.read(file);
        } catch (NoSuchFileException e) {
            throw new UsageException(file + " does not exist");
        } catch (IOException e) {
            throw new UsageException(file + " cannot be read: " + reason(e));
        }
    }

    /** Replaces the contents of a file. */
    public static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    /** Checks that a file can be written, before the work whose result it will contain. */
    public static void requireWritable(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            throw unwritable(file, new IOException("the path is a directory"));
        }
        if (Files.exists(file) && !Files.isWritable(file)) {
            throw unwritable(file, new AccessDeniedException(file.toString()));
        }
        if (!Files.exists(file) && directory != null && !Files.isDirectory(directory)) {
            throw unwritable(file, new NoSuchFileException(file.toString()));
        }
        if (!Files.exists(file) && directory != null && !Files.isWritable(directory)) {
            throw unwritable(file, new AccessDeniedException(file.toString()));
        }
    }

    public static UsageException unwritable(Path file, IOException e) {
        return new UsageException(file + " cannot be written: " + reason(e));
    }

    /** Returns the reason of a failure. The messages of some exceptions do not contain it. */
    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "the directory does not exist";
        } else if (e instanceof AccessDeniedException) {
            return "permission denied";
        } else if (e instanceof CharacterCodingException) {
            return "the file is not UTF-8 text";
        } else if (e instanceof FileSystemException f && f.getReason() != null) {
            return f.getReason();
        }
        return String.valueOf(e.getMessage());
    }
}
