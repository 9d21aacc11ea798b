// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.leak;

import org.verbena.VerbsProvider;
import org.verbena.tck.fixture.CmFixture;
import org.verbena.tck.fixture.Fixture;

/** The two ends of connections, each with a device context and connection management. */
record Ends(Fixture near, Fixture far, CmFixture clients, CmFixture servers) implements AutoCloseable {
    /**
     * Opens a device of each provider.
     *
     * @param client the provider of the clients
     * @param server the provider of the servers
     * @param device the name of both devices
     */
    static Ends open(VerbsProvider client, VerbsProvider server, String device) {
        Fixture near = Fixture.unaccounted(client.device(device));
        Fixture far = Fixture.unaccounted(server.device(device));
        return new Ends(near, far, CmFixture.on(client, near), CmFixture.on(server, far));
    }

    @Override
    public void close() {
        servers.close();
        clients.close();
        far.close();
        near.close();
    }
}
