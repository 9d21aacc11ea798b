// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import org.verbena.cm.CmConnection;
import org.verbena.cm.CmId;

/** Two identifiers of rdma_cm that are connected by IP address, with RC queue pairs. */
public final class IdPair {
    private final End client;
    private final End server;

    IdPair(CmConnection client, CmConnection server) {
        this.client = new End(client);
        this.server = new End(server);
    }

    /** One end of the pair. */
    public static final class End extends PairEnd {
        private final CmConnection connection;

        private End(CmConnection connection) {
            super(connection.qp());
            this.connection = connection;
        }

        /** Returns the connection, for example to disconnect it. */
        public CmConnection connection() {
            return connection;
        }

        /** Returns the identifier. */
        public CmId id() {
            return connection.id();
        }
    }

    /** Returns the end that connected. */
    public End client() {
        return client;
    }

    /** Returns the end that accepted. */
    public End server() {
        return server;
    }
}
