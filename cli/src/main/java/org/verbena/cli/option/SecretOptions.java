// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.option;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.verbena.cli.text.NamedFile;
import org.verbena.cli.text.UsageException;
import org.verbena.connect.ConnectorSettings;
import picocli.CommandLine.Option;

/**
 * The options for the source of the shared secret. The secret is never an argument, because every user of the host can
 * read arguments.
 */
public final class SecretOptions {
    /** The maximum length of a secret, a line end of two characters, and one byte that reveals a longer file. */
    private static final int ENOUGH = 4096 + 2 + 1;

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description = "Connect only with a peer that has the secret in this file. The secret has 16 bytes or more, "
                    + "preferably random ones. A line end after the secret is ignored.")
    private @Nullable Path file;

    @Option(
            names = "--secret-env",
            paramLabel = "NAME",
            description = "Like --secret-file, with the secret in this environment variable.")
    private @Nullable String variable;

    public boolean given() {
        return file != null || variable != null;
    }

    public void apply(ConnectorSettings.Builder settings) {
        if (file != null && variable != null) {
            throw new UsageException("--secret-file and --secret-env exclude each other");
        }
        if (file != null) {
            settings.sharedSecret(NamedFile.read(file, SecretOptions::read));
        } else if (variable != null) {
            settings.sharedSecret(read(variable));
        }
    }

    private static byte[] read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return withoutLineEnd(in.readNBytes(ENOUGH));
        }
    }

    private static byte[] read(String variable) {
        String value = System.getenv(variable);
        if (value == null) {
            throw new UsageException("--secret-env: environment variable " + variable + " does not exist");
        }
        return value.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] withoutLineEnd(byte[] bytes) {
        int length = bytes.length;
        if (length > 0 && bytes[length - 1] == '\n') {
            length--;
            if (length > 0 && bytes[length - 1] == '\r') {
                length--;
            }
        }
        return Arrays.copyOf(bytes, length);
    }
}
