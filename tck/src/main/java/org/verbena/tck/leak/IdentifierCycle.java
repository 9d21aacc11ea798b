package org.verbena.tck.leak;

import java.util.function.Supplier;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.PortSpace;
import org.verbena.tck.fixture.CmFixture;
import org.verbena.tck.fixture.CmSide;
import org.verbena.tck.fixture.Fixture;

/** Opens and closes connections by identifiers, with a queue pair on each side. */
final class IdentifierCycle implements AutoCloseable {
    private final Fixture near;
    private final Fixture far;
    private final CmFixture clients;
    private final CmFixture servers;
    private final CmId listener;

    IdentifierCycle(Supplier<Fixture> client, Supplier<Fixture> server) {
        near = client.get();
        far = server.get();
        clients = CmFixture.on(near);
        servers = CmFixture.on(far);
        listener = servers.server().listener(PortSpace.TCP);
    }

    void connect() {
        CmSide client = clients.client();
        CmSide server = servers.server();
        try (CmId active = client.connecting(listener);
                CmId passive = server.accepted(listener)) {
            client.expect(CmEventType.ESTABLISHED, active);
            server.expect(CmEventType.ESTABLISHED, passive);
            active.disconnect();
            server.expect(CmEventType.DISCONNECTED, passive);
            passive.disconnect();
            client.expect(CmEventType.DISCONNECTED, active);
            active.destroyQp();
            passive.destroyQp();
        }
    }

    @Override
    public void close() {
        servers.close();
        clients.close();
        far.close();
        near.close();
    }
}
