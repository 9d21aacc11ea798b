package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.provider.sim.wire.Service;

/**
 * The setup of a queue pair.
 *
 * @param number its number, 0 for a queue pair that receives through a table
 * @param service its transport service
 * @param sends whether it has a send queue; false for an XRC target and for a queue pair that receives through a table
 * @param receives whether it receives requests; false for an XRC initiator
 * @param domain its protection domain
 * @param sendCq the completion queue of its sends
 * @param recvCq the completion queue of its receives
 * @param srq its shared receive queue
 * @param table its indirection table
 * @param sendDepth the maximum number of outstanding send work requests
 * @param maxSendSge the maximum number of elements of a send
 * @param maxInline the maximum number of bytes of inline data of a send, unsigned
 * @param recvDepth the maximum number of outstanding receive work requests, 0 if it has no receive queue
 * @param maxRecvSge the maximum number of elements of a receive
 * @param sigAll whether every send generates a completion
 * @param maxTsoHeader the maximum length of the header of a large send, in bytes
 * @param blocksOwnMulticast whether it receives no copy of the multicasts that it sends
 * @param sourceQpn its number on the wire, -1 for {@code number}
 * @param framing the form in which it receives frames
 */
public record QpSetup(
        int number,
        Service service,
        boolean sends,
        boolean receives,
        Object domain,
        @Nullable CompletionRing sendCq,
        @Nullable CompletionRing recvCq,
        @Nullable SrqReceives srq,
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
