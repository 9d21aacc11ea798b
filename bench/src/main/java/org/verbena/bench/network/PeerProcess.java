// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.network;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.verbena.bench.network.PeerMain.Role;

/** The other JVM of a benchmark between two JVMs. It ends with this one. */
public final class PeerProcess implements AutoCloseable {
    /** The address of this JVM. */
    public static final String NEAR = "127.0.0.2";

    /** The address of the other JVM. */
    public static final String FAR = "127.0.0.3";

    private final Process process;
    private final String greeting;

    /**
     * Starts the JVM and waits until it is ready.
     *
     * @param role the behaviour of the peer
     */
    public PeerProcess(Role role) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        PeerMain.class.getName(),
                        role.name())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        if (line == null) {
            throw new IOException("the peer " + role + " ended before it was ready; its error output has the reason");
        }
        greeting = line;
    }

    /** Returns the line that the peer printed when it was ready. */
    public String greeting() {
        return greeting;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
