// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import org.verbena.cm.AddrInfo;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;

/** The resolution of the address and the route of a peer, with the time limits of the programs in C. */
final class PeerResolution {
    private PeerResolution() {}

    /** Resolves the address, and waits for the event. */
    static void resolveAddr(EventLoop loop, CmId id, AddrInfo info) {
        begin(id, info);
        loop.expect("rdma_resolve_addr", CmEventType.ADDR_RESOLVED).ack();
    }

    /** Resolves the address and the route, and waits for the events. */
    static void resolve(EventLoop loop, CmId id, AddrInfo info) {
        resolveAddr(loop, id, info);
        id.resolveRoute(CmCommand.RESOLVE_TIMEOUT);
        loop.expect("rdma_resolve_route", CmEventType.ROUTE_RESOLVED).ack();
    }

    /** Requests the address. The event follows. */
    static void begin(CmId id, AddrInfo info) {
        info.source()
                .ifPresentOrElse(
                        source -> id.resolveAddr(source, info.destination().orElseThrow(), CmCommand.RESOLVE_TIMEOUT),
                        () -> id.resolveAddr(info.destination().orElseThrow(), CmCommand.RESOLVE_TIMEOUT));
    }
}
