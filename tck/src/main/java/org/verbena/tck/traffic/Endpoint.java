// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.verbena.AddressHandle;
import org.verbena.CompletionQueue;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SharedReceiveQueue;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;

/** One side of a connection: a queue pair, its completions, and memory. They are closed with the device context. */
public final class Endpoint {
    /** The number of bytes that precede a datagram in the receiver's memory. */
    public static final int GRH = 40;

    private final Fixture fixture;
    private final QueuePair qp;
    private final Memory memory;
    private final PostingStyle posting;
    private final UnaryOperator<QpAttr.Builder> attributes;
    private @Nullable Completions sends;
    private @Nullable Completions receives;

    Endpoint(
            Fixture fixture,
            QueuePair qp,
            Memory memory,
            PostingStyle posting,
            UnaryOperator<QpAttr.Builder> attributes) {
        this.fixture = fixture;
        this.qp = qp;
        this.memory = memory;
        this.posting = posting;
        this.attributes = attributes;
    }

    /**
     * Creates an endpoint for an existing queue pair.
     *
     * @param fixture the device
     * @param qp the queue pair
     * @return the endpoint, with new memory in the domain of the queue pair
     */
    public static Endpoint of(Fixture fixture, QueuePair qp) {
        return new Endpoint(
                fixture,
                qp,
                Memory.of(qp.pd().orElseThrow(), Memory.ALL),
                PostingStyle.BATCH,
                UnaryOperator.identity());
    }

    /** {@return the queue pair} */
    public QueuePair qp() {
        return qp;
    }

    /** {@return the memory} */
    public Memory memory() {
        return memory;
    }

    /** {@return the completions of sends; always the same object} */
    public Completions sends() {
        if (sends == null) {
            sends = new Completions(qp.sendCq().orElseThrow(), fixture.patience());
        }
        return sends;
    }

    /** {@return the completions of receives; always the same object} */
    public Completions receives() {
        if (receives == null) {
            CompletionQueue cq = qp.recvCq().orElseThrow();
            receives = qp.sendCq().filter(cq::equals).isPresent() ? sends() : new Completions(cq, fixture.patience());
        }
        return receives;
    }

    /** {@return the device} */
    public Fixture fixture() {
        return fixture;
    }

    // ---------------------------------------------------------------- states

    /**
     * Returns the state transitions for a connection to a peer.
     *
     * @param peer the peer
     * @return the walk, in the current state of the queue pair
     */
    public QpStateWalk towards(Endpoint peer) {
        return towards(peer.fixture, peer.qp);
    }

    QpStateWalk towards(Fixture device, QueuePair peer) {
        return QpStateWalk.of(fixture, qp)
                .with(values -> attributes.apply(values.destQpNum(peer.qpNum()).ahAttr(fixture.addressOf(device))));
    }

    /**
     * Waits until a query returns a state. Some devices complete a work request shortly before they change the state
     * (rdma_rxe: rxe_responder). Does not wait if the driver has no query.
     *
     * @param state the state
     */
    public void awaitState(QpState state) {
        Completions.Deadline deadline = Completions.Deadline.in(fixture.patience());
        try {
            QpState seen = queryState();
            while (seen != state && !deadline.hasPassed()) {
                Completions.Deadline.pause();
                seen = queryState();
            }
            assertThat(seen).as("state of %s", qp).isEqualTo(state);
        } catch (VerbsException e) {
            assertThat(e.errno()).as(e.getMessage()).isEqualTo(Errno.EOPNOTSUPP);
        }
    }

    private QpState queryState() {
        return qp.query(Flags.of(QpAttr.Mask.STATE)).attr().qpState();
    }

    /** Moves the queue pair to ERR. */
    public void fail() {
        qp.modify(QpAttr.builder()
                .qpState(QpState.ERR)
                .attrMask(Flags.of(QpAttr.Mask.STATE))
                .build());
    }

    // ---------------------------------------------------------------- posts

    /**
     * Posts sends as a list.
     *
     * @param requests the work requests
     */
    public void post(WorkRequest... requests) {
        post(List.of(requests));
    }

    /**
     * Posts sends as a list.
     *
     * @param requests the work requests
     */
    public void post(List<WorkRequest> requests) {
        posting.post(qp, requests);
    }

    /**
     * Posts a receive.
     *
     * @param wrId its number
     * @param offset the offset of the buffer in the memory
     * @param length the length of the buffer
     */
    public void postRecv(long wrId, long offset, long length) {
        qp.postRecv(receive(wrId, offset, length));
    }

    /**
     * Posts a receive to a shared receive queue.
     *
     * @param srq the shared receive queue
     * @param wrId its number
     * @param offset the offset of the buffer in the memory
     * @param length the length of the buffer
     */
    public void postRecv(SharedReceiveQueue srq, long wrId, long offset, long length) {
        srq.postRecv(receive(wrId, offset, length));
    }

    /**
     * Posts receives for messages without data.
     *
     * @param count the number of receives, numbered from 0
     */
    public void postEmptyRecvs(int count) {
        RecvBatch batch = qp.context().newRecvBatch(count, 0);
        for (int i = 0; i < count; i++) {
            batch.add().wrId(i);
        }
        qp.postRecv(batch);
    }

    private RecvBatch receive(long wrId, long offset, long length) {
        RecvBatch batch = qp.context().newRecvBatch(1, 1);
        batch.add().wrId(wrId).sge(memory.address(offset), length, memory.lkey());
        return batch;
    }

    /**
     * Creates an address handle of this endpoint for a peer.
     *
     * @param peer the peer
     * @return a new address handle of the peer's domain
     */
    public AddressHandle addressFor(Endpoint peer) {
        return peer.qp.pd().orElseThrow().createAh(peer.fixture.addressOf(fixture));
    }
}
