package org.verbena.cli.ping;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Consumer;

/** The connections to a listening side that did not become a ping. The first ones are printed, and all are counted. */
public final class FailedConnections {
    /** A port scan is visible, and a flood does not fill the log. */
    private static final int PRINTED = 20;

    private final Consumer<String> lines;
    private long count;

    /**
     * Creates an empty count.
     *
     * @param lines receives a line for each of the first failures
     */
    public FailedConnections(Consumer<String> lines) {
        this.lines = lines;
    }

    void add(Optional<InetSocketAddress> peer, RuntimeException failure) {
        count++;
        if (count <= PRINTED) {
            // The host's name would need a lookup, and the text may be the peer's.
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
     * @return the number
     */
    public long count() {
        return count;
    }
}
