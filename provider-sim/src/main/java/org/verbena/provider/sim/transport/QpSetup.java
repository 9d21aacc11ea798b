package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.provider.sim.wire.Service;

/**
 * What a queue pair is made of.
 *
 * @param number its number, 0 for one that receives through a table
 * @param service its transport
 * @param sends whether it has a send queue: an XRC target has none, nor has one that receives through a table
 * @param receives whether it takes requests: an XRC initiator does not
 * @param domain its protection domain
 * @param sendCq where its sends complete
 * @param recvCq where its receives complete
 * @param srq its shared receive queue
 * @param table its indirection table
 * @param sendDepth work requests that it can send
 * @param maxSendSge elements of each
 * @param maxInline bytes of inline data of each, unsigned
 * @param recvDepth work requests that it can receive, 0 if it has no receive queue of its own
 * @param maxRecvSge elements of each
 * @param sigAll whether every send completes
 * @param maxTsoHeader longest header of a large send, in bytes
 * @param blocksOwnMulticast whether it receives no copy of the multicasts that it sends
 * @param sourceQpn its number on the wire, -1 if that is {@code number}
 * @param framing what it does with the frames that it receives
 */
public record QpSetup(
        int number,
        Service service,
        boolean sends,
        boolean receives,
        Object domain,
        @Nullable CompletionRing sendCq,
        @Nullable CompletionRing recvCq,
        @Nullable SharedReceives srq,
        @Nullable RssTable table,
        long sendDepth,
        long maxSendSge,
        long maxInline,
        long recvDepth,
        long maxRecvSge,
        boolean sigAll,
        int maxTsoHeader,
        boolean blocksOwnMulticast,
        int sourceQpn,
        Framing framing) {}
