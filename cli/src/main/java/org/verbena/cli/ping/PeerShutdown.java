// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.ping;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.verbena.connect.Connection;
import org.verbena.connect.ConnectorException;

/** The wait for the peer to finish or to disconnect, in a dedicated thread. */
final class PeerShutdown implements AutoCloseable {
    private final Connection connection;
    private final Thread waiting;
    private volatile boolean ended;
    private volatile @Nullable ConnectorException failure;

    PeerShutdown(Connection connection, Duration timeout) {
        this.connection = connection;
        this.waiting = new Thread(() -> await(timeout), "verbena-ping-shutdown");
        waiting.setDaemon(true);
        waiting.start();
    }

    private void await(Duration timeout) {
        try {
            connection.sync(timeout);
        } catch (ConnectorException e) {
            failure = e;
        }
        ended = true;
    }

    boolean hasEnded() {
        return ended;
    }

    /** Throws if the peer disconnected before it had finished. */
    void requireNoFailure() {
        ConnectorException why = failure;
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
