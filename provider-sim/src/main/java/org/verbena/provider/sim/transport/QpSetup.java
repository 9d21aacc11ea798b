// SPDX-License-Identifier: Apache-2.0
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
 * @param framing the form in which it receives frames and datagrams
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
        Framing framing) {
    /** Creates a builder of a queue pair that sends and receives, without queues. */
    public static Builder of(int number, Service service, Object domain) {
        return new Builder(number, service, domain);
    }

    /** A builder of a setup. Its methods are named after the parts of a queue pair. */
    public static final class Builder {
        private final int number;
        private final Service service;
        private final Object domain;
        private boolean sends = true;
        private boolean receives = true;
        private @Nullable CompletionRing sendCq;
        private @Nullable CompletionRing recvCq;
        private @Nullable SrqReceives srq;
        private @Nullable RssTable table;
        private long sendDepth;
        private long maxSendSge;
        private long maxInline;
        private long recvDepth;
        private long maxRecvSge;
        private boolean sigAll;
        private int maxTsoHeader;
        private boolean blocksOwnMulticast;
        private int sourceQpn = -1;
        private Framing framing = Framing.PLAIN;

        private Builder(int number, Service service, Object domain) {
            this.number = number;
            this.service = service;
            this.domain = domain;
        }

        /** Sets the roles. An XRC target does not send, and an XRC initiator does not receive. */
        public Builder roles(boolean sending, boolean receiving) {
            sends = sending;
            receives = receiving;
            return this;
        }

        /** Sets the completion queues, null for a missing one. */
        public Builder completions(@Nullable CompletionRing ofSends, @Nullable CompletionRing ofReceives) {
            sendCq = ofSends;
            recvCq = ofReceives;
            return this;
        }

        /** Sets the size of the send queue, and whether every send generates a completion. */
        public Builder sendQueue(long depth, long maxSge, long inline, boolean signalsAll) {
            sendDepth = depth;
            maxSendSge = maxSge;
            maxInline = inline;
            sigAll = signalsAll;
            return this;
        }

        /** Sets the size of the receive queue. */
        public Builder recvQueue(long depth, long maxSge) {
            recvDepth = depth;
            maxRecvSge = maxSge;
            return this;
        }

        /** Sets the source of receives in place of a receive queue, null for a missing one. */
        public Builder sharedReceives(@Nullable SrqReceives queue, @Nullable RssTable spreading) {
            srq = queue;
            table = spreading;
            return this;
        }

        /** Sets the maximum length of the header of a large send, in bytes. */
        public Builder maxTsoHeader(int bytes) {
            maxTsoHeader = bytes;
            return this;
        }

        /** Sets whether the queue pair receives no copy of the multicasts that it sends. */
        public Builder blocksOwnMulticast(boolean blocks) {
            blocksOwnMulticast = blocks;
            return this;
        }

        /** Sets the number on the wire. */
        public Builder sourceQpn(int value) {
            sourceQpn = value;
            return this;
        }

        /** Sets the form in which the queue pair receives frames and datagrams. */
        public Builder framing(Framing value) {
            framing = value;
            return this;
        }

        public QpSetup build() {
            return new QpSetup(
                    number,
                    service,
                    sends,
                    receives,
                    domain,
                    sendCq,
                    recvCq,
                    srq,
                    table,
                    sendDepth,
                    maxSendSge,
                    maxInline,
                    recvDepth,
                    maxRecvSge,
                    sigAll,
                    maxTsoHeader,
                    blocksOwnMulticast,
                    sourceQpn,
                    framing);
        }
    }
}
