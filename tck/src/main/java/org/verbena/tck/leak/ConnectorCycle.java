// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.leak;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.verbena.cm.CmConnection;
import org.verbena.cm.CmConnector;
import org.verbena.cm.CmConnectorSettings;
import org.verbena.cm.CmListener;
import org.verbena.tck.fixture.CmFixture;
import org.verbena.tck.fixture.Fixture;

/** Opens and closes connections by connectors with an engine each, and at intervals the connectors. */
final class ConnectorCycle implements AutoCloseable {
    private static final int CONNECTIONS_PER_CONNECTOR = 100;
    private static final CmConnectorSettings SETTINGS =
            CmConnectorSettings.builder().async(engine -> {}).build();

    private final Ends ends;
    private final InetSocketAddress address;
    private CmConnector client;
    private CmConnector server;
    private CmListener listener;
    private int connections;

    ConnectorCycle(Ends ends) {
        this.ends = ends;
        address = ends.servers().at(0);
        client = connector(ends.clients());
        server = connector(ends.servers());
        listener = server.listen(address);
    }

    private static CmConnector connector(CmFixture side) {
        return CmConnector.create(side.manager(), SETTINGS);
    }

    void connect() throws Exception {
        CompletableFuture<CmConnection> accepted = listener.acceptAsync();
        try (CmConnection active = client.connect(listener.localAddress());
                CmConnection passive = await(accepted)) {
            active.disconnect();
            await(passive.onDisconnect());
        }
        connections++;
        if (connections % CONNECTIONS_PER_CONNECTOR == 0) {
            restart();
        }
    }

    private static <T extends @Nullable Object> T await(CompletableFuture<T> future) throws Exception {
        return future.get(Fixture.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** Closes the connectors with their threads, and opens others. */
    void restart() {
        close();
        client = connector(ends.clients());
        server = connector(ends.servers());
        listener = server.listen(address);
    }

    @Override
    public void close() {
        listener.close();
        server.close();
        client.close();
    }
}
