// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

import org.verbena.rocev2.CmMadDecoder;

/** Handles the requests of peers for services: {@code cma_ib_req_handler}. */
public interface RequestHandler {
    /** The result of a request. */
    enum Result {
        /** The request waits for the application. */
        TAKEN,
        /** The application has too many requests already. The peer may repeat a request for a connection. */
        NO_SPACE,
        /** The request is rejected. */
        REJECTED
    }

    /**
     * Handles a request.
     *
     * @param connection the new connection
     * @param request the message, valid during the call
     * @return the result
     */
    Result handle(IbCmConnection connection, CmMadDecoder request);

    /**
     * Handles an event of a connection.
     *
     * @param connection the connection
     * @param event the event
     */
    void handle(IbCmConnection connection, ConnEvent event);
}
