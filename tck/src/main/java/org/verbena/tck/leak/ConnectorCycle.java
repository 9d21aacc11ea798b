package org.verbena.tck.leak;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
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

    private final Fixture near;
    private final Fixture far;
    private final CmFixture clients;
    private final CmFixture servers;
    private final InetSocketAddress address;
    private CmConnector client;
    private CmConnector server;
    private CmListener listener;
    private int connections;

    ConnectorCycle(Supplier<Fixture> client, Supplier<Fixture> server) {
        near = client.get();
        far = server.get();
        clients = CmFixture.on(near);
        servers = CmFixture.on(far);
        address = servers.at(0);
        this.client = connector(clients);
        this.server = connector(servers);
        listener = this.server.listen(address);
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
        closeConnectors();
        client = connector(clients);
        server = connector(servers);
        listener = server.listen(address);
    }

    private void closeConnectors() {
        listener.close();
        server.close();
        client.close();
    }

    @Override
    public void close() {
        closeConnectors();
        servers.close();
        clients.close();
        far.close();
        near.close();
    }
}
