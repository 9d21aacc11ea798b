package org.verbena.cli.ping;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.verbena.connect.Connection;
import org.verbena.connect.ConnectorException;

/** The wait for the peer to finish or to disconnect, in a dedicated thread. */
final class PeerShutdown implements AutoCloseable {
    private final Connection connection;
    private final Thread waiting;
    private volatile boolean said;
    private volatile @Nullable ConnectorException impolite;

    PeerShutdown(Connection connection, Duration timeout) {
        this.connection = connection;
        this.waiting = new Thread(() -> await(timeout), "verbena-ping-goodbye");
        waiting.setDaemon(true);
        waiting.start();
    }

    private void await(Duration timeout) {
        try {
            connection.sync(timeout);
        } catch (ConnectorException e) {
            impolite = e;
        }
        said = true;
    }

    boolean isSaid() {
        return said;
    }

    /** Throws if the peer disconnected without goodbye. */
    void requirePolite() {
        ConnectorException why = impolite;
        if (why != null) {
            throw why;
        }
    }

    @Override
    public void close() {
        connection.close();
        boolean interrupted = false;
        while (waiting.isAlive()) {
            try {
                waiting.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
