// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.traffic;

import java.util.function.UnaryOperator;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SrqType;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;

/** An XRC initiator and its target on one device, with the shared receive queues of the target. */
public final class XrcPair {
    /**
     * A shared receive queue of the target.
     *
     * @param srq the shared receive queue
     * @param receives its completions
     * @param memory the receive buffer
     */
    public record Queue(SharedReceiveQueue srq, Completions receives, Memory memory) {
        /** {@return the number that senders use, {@code srq_num}} */
        public long number() {
            return srq.srqNum();
        }

        /**
         * Posts a receive at the start of the memory.
         *
         * @param wrId its number
         * @param length the length of the buffer
         */
        public void postRecv(long wrId, int length) {
            RecvBatch batch = srq.context().newRecvBatch(1, 1);
            batch.add().wrId(wrId).sge(memory.region(), 0, length);
            srq.postRecv(batch);
        }
    }

    private final Fixture fixture;
    private final Endpoint requester;

    private XrcPair(Fixture fixture, Endpoint requester) {
        this.fixture = fixture;
        this.requester = requester;
    }

    /**
     * Creates a pair that is ready to send.
     *
     * @param fixture the device
     * @param initiator changes the request for the initiator
     * @return the pair
     */
    public static XrcPair of(Fixture fixture, UnaryOperator<EndpointRequest> initiator) {
        return of(fixture, initiator, Memory.ALL);
    }

    /**
     * Creates a pair that is ready to send, with chosen access rights of the initiator on the target.
     *
     * @param fixture the device
     * @param initiator changes the request for the initiator
     * @param targetAccess the access rights on the target queue pair
     * @return the pair
     */
    public static XrcPair of(
            Fixture fixture, UnaryOperator<EndpointRequest> initiator, Flags<AccessFlag> targetAccess) {
        Endpoint requester =
                initiator.apply(EndpointRequest.of(fixture, QpType.XRC_SEND)).create();
        QueuePair target = fixture.qp(QpType.XRC_RECV);
        QpStateWalk.of(fixture, target)
                .with(attr -> attr.destQpNum(requester.qp().qpNum()).qpAccessFlags(targetAccess))
                .to(QpState.RTS);
        requester.towards(fixture, target).to(QpState.RTS);
        return new XrcPair(fixture, requester);
    }

    /** {@return the initiator, which has no receives} */
    public Endpoint requester() {
        return requester;
    }

    /**
     * Creates a shared receive queue.
     *
     * @return the queue
     */
    public Queue queue() {
        Completions receives = new Completions(fixture.cq(32));
        SharedReceiveQueue srq = fixture.context()
                .createSrqEx(SrqInitAttr.builder()
                        .srqType(SrqType.XRC)
                        .pd(fixture.pd())
                        .xrcd(fixture.xrcd())
                        .cq(receives.cq())
                        .maxWr(4)
                        .maxSge(1)
                        .build());
        return new Queue(srq, receives, Memory.of(fixture.pd(), Memory.ALL));
    }
}
