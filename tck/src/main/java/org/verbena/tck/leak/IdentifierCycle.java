// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.leak;

import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.PortSpace;
import org.verbena.tck.fixture.CmSide;

/** Opens and closes connections by identifiers, with a queue pair on each side. */
final class IdentifierCycle {
    private final Ends ends;
    private final CmId listener;

    IdentifierCycle(Ends ends) {
        this.ends = ends;
        listener = ends.servers().server().listener(PortSpace.TCP);
    }

    void connect() {
        CmSide client = ends.clients().client();
        CmSide server = ends.servers().server();
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
}
