// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.traffic.WorkRequest.fetchAdd;
import static org.verbena.tck.traffic.WorkRequest.read;
import static org.verbena.tck.traffic.WorkRequest.send;
import static org.verbena.tck.traffic.WorkRequest.sendImm;
import static org.verbena.tck.traffic.WorkRequest.write;

import org.verbena.Completion;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcStatus;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.PostingStyle;
import org.verbena.tck.traffic.XrcPair;

/** Extended reliable connections: the sender names the shared receive queue. */
public final class XrcTransfers extends ByPosting {
    private static final int LONG_MESSAGE = 64 * 1024;

    /**
     * Creates the behaviours for one posting style.
     *
     * @param posting the posting style
     */
    public XrcTransfers(PostingStyle posting) {
        super(posting, Capability.XRC);
    }

    private XrcPair pair(Fixture fixture, SendOp first, SendOp... others) {
        return XrcPair.of(fixture, request -> asked(request, first, others));
    }

    @Behaviour(id = "XRC-01", says = "messages arrive at the shared receive queue that they name")
    public void sends(Fixture fixture) {
        XrcPair pair = pair(fixture, SendOp.SEND, SendOp.SEND_WITH_IMM);
        XrcPair.Queue first = pair.queue();
        XrcPair.Queue second = pair.queue();
        byte[] sent = pair.requester().memory().fill(0, LONG_MESSAGE, 1);
        first.postRecv(1, LONG_MESSAGE);
        second.postRecv(2, LONG_MESSAGE);

        pair.requester()
                .post(
                        send().id(3)
                                .toSrq(second.number())
                                .data(pair.requester().memory(), 0, LONG_MESSAGE),
                        sendImm(77).id(4).toSrq(first.number()));

        pair.requester().sends().success(3);
        pair.requester().sends().success(4);
        assertThat(second.receives().success(2).byteLen()).isEqualTo(LONG_MESSAGE);
        assertThat(second.memory().bytes(0, LONG_MESSAGE)).isEqualTo(sent);
        Completion received = first.receives().success(1);
        assertThat(received.immData()).isEqualTo(77);
    }

    @Behaviour(id = "XRC-01-RDMA", says = "writes and reads access the memory of the target's process")
    public void writesAndReads(Fixture fixture) {
        XrcPair pair = pair(fixture, SendOp.RDMA_WRITE, SendOp.RDMA_READ);
        Memory here = pair.requester().memory();
        Memory there = pair.queue().memory();
        byte[] bytes = here.fill(0, 5000, 2);
        long srqn = pair.queue().number();

        pair.requester()
                .post(
                        write(there.address(0), there.rkey()).id(1).toSrq(srqn).data(here, 0, 5000),
                        read(there.address(0), there.rkey()).id(2).toSrq(srqn).data(here, 8192, 5000));

        pair.requester().sends().success(1);
        pair.requester().sends().success(2);
        assertThat(there.bytes(0, 5000)).isEqualTo(bytes);
        assertThat(here.bytes(8192, 5000)).isEqualTo(bytes);
    }

    @Behaviour(
            id = "XRC-01-ATOMIC",
            needs = Capability.ATOMICS,
            says = "atomics access the memory of the target's process")
    public void addsAtomically(Fixture fixture) {
        XrcPair pair = pair(fixture, SendOp.ATOMIC_FETCH_AND_ADD);
        XrcPair.Queue queue = pair.queue();
        queue.memory().putLong(0, 40);

        pair.requester()
                .post(fetchAdd(queue.memory().address(0), queue.memory().rkey(), 2)
                        .id(1)
                        .toSrq(queue.number())
                        .data(pair.requester().memory(), 0, 8));

        pair.requester().sends().success(1);
        assertThat(queue.memory().getLong(0)).isEqualTo(42);
        assertThat(pair.requester().memory().getLong(0)).isEqualTo(40);
    }

    @Behaviour(id = "XRC-01-RIGHT", says = "a write to a target that does not allow writes fails for every region")
    public void targetAllowsWrite(Fixture fixture) {
        XrcPair pair = XrcPair.of(
                fixture, request -> asked(request, SendOp.RDMA_WRITE), Memory.ALL.without(AccessFlag.REMOTE_WRITE));
        XrcPair.Queue queue = pair.queue();
        pair.requester().memory().fill(0, 100, 1);

        pair.requester()
                .post(write(queue.memory().address(0), queue.memory().rkey())
                        .id(1)
                        .toSrq(queue.number())
                        .data(pair.requester().memory(), 0, 100));

        pair.requester().sends().withStatus(1, WcStatus.REM_ACCESS_ERR, WcStatus.REM_INV_REQ_ERR);
        assertThat(queue.memory().bytes(0, 100)).containsOnly(0);
    }

    @Behaviour(id = "XRC-01-CLOSED", says = "completions of a closed shared receive queue can still be polled")
    public void closesQueueBeforeItsCompletionsArePolled(Fixture fixture) {
        XrcPair pair = pair(fixture, SendOp.SEND);
        XrcPair.Queue queue = pair.queue();
        pair.requester().memory().fill(0, 100, 1);
        queue.postRecv(1, 100);
        queue.postRecv(2, 100);
        pair.requester()
                .post(
                        send().id(3).toSrq(queue.number()).data(pair.requester().memory(), 0, 100),
                        send().id(4).toSrq(queue.number()).data(pair.requester().memory(), 0, 50));
        pair.requester().sends().success(3);
        pair.requester().sends().success(4);

        queue.srq().close();
        XrcPair.Queue next = pair.queue();
        fixture.qp(QpType.RC);
        next.postRecv(5, 100);
        pair.requester()
                .post(send().id(6).toSrq(next.number()).data(pair.requester().memory(), 0, 70));
        pair.requester().sends().success(6);

        assertThat(queue.receives().success(1).byteLen()).isEqualTo(100);
        assertThat(queue.receives().success(2).byteLen()).isEqualTo(50);
        assertThat(next.receives().success(5).byteLen()).isEqualTo(70);
        queue.receives().assertNone();
    }

    @Behaviour(id = "XRC-01-EMPTY", says = "a message for an empty queue completes with RNR_RETRY_EXC_ERR")
    public void findsQueueEmpty(Fixture fixture) {
        XrcPair pair = XrcPair.of(fixture, request -> asked(request.attributes(attr -> attr.rnrRetry(1)), SendOp.SEND));

        pair.requester().post(send().id(1).toSrq(pair.queue().number()));

        pair.requester().sends().withStatus(1, WcStatus.RNR_RETRY_EXC_ERR);
    }
}
