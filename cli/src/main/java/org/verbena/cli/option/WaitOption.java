// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.option;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.cli.command.Interruption;
import picocli.CommandLine.Option;

/** The option {@code --wait}: the time limit for the peer. */
public final class WaitOption {
    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            converter = Whole.Count.class,
            description =
                    "Time limit of a server for its first client. pingpong as a client tries for this time to connect. "
                            + "Default: no limit for a server, one attempt for a client.")
    private @Nullable Long seconds;

    /** {@return the time limit; empty if there is none} */
    public Optional<Duration> limit() {
        return Optional.ofNullable(seconds).map(Duration::ofSeconds);
    }

    /**
     * Requests a stop if no client connects within the time limit.
     *
     * @param stopped receives the request
     */
    public void start(Interruption stopped) {
        limit().ifPresent(stopped::awaitClient);
    }
}
