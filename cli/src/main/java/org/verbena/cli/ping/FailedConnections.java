package org.verbena.cli.ping;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Consumer;

/** The failed connections of a listening side. The first ones are printed, and all are counted. */
public final class FailedConnections {
    /** The number of printed failures: enough to show a port scan, but a flood does not fill the log. */
    private static final int PRINTED = 20;

    private final Consumer<String> lines;
    private long count;

    /**
     * Creates an instance with the count 0.
     *
     * @param lines receives one line for each of the first failures
     */
    public FailedConnections(Consumer<String> lines) {
        this.lines = lines;
    }

    void add(Optional<InetSocketAddress> peer, RuntimeException failure) {
        count++;
        if (count <= PRINTED) {
            // A host name would require a lookup. The message may contain text of the peer, including line ends.
            String who = peer.map(address -> address.getAddress().getHostAddress() + ":" + address.getPort() + ": ")
                    .orElse("");
            lines.accept(who + String.valueOf(failure.getMessage()).replace('\n', ' '));
        } else if (count == PRINTED + 1) {
            lines.accept("further connections that fail are only counted");
        }
    }

    /**
     * Returns the number of failed connections.
     *
     * @return the number of failed connections
     */
    public long count() {
        return count;
    }
}
