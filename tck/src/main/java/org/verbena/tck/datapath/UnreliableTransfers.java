// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.attr.AccessFlag.LOCAL_WRITE;
import static org.verbena.attr.AccessFlag.REMOTE_WRITE;
import static org.verbena.tck.traffic.WorkRequest.send;
import static org.verbena.tck.traffic.WorkRequest.sendImm;
import static org.verbena.tck.traffic.WorkRequest.write;
import static org.verbena.tck.traffic.WorkRequest.writeImm;

import java.util.function.UnaryOperator;
import org.verbena.Completion;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcOpcode;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.EndpointRequest;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.PostingStyle;
import org.verbena.tck.traffic.QpPair;

/** Unreliable connections. */
public final class UnreliableTransfers extends ByPosting {
    private static final int IMM = 0x8123_4567;
    private static final int LONG_MESSAGE = 64 * 1024;

    /**
     * Creates the behaviours for one posting style.
     *
     * @param posting the posting style
     */
    public UnreliableTransfers(PostingStyle posting) {
        super(posting, Capability.UC);
    }

    private QpPair pair(Fixture fixture, SendOp first, SendOp... others) {
        return pair(fixture, QpType.UC, first, others);
    }

    @Behaviour(id = "UC-01", says = "messages of all sizes arrive unchanged")
    public void sends(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.SEND);
        for (int size : new int[] {0, 1, pair.mtu(), pair.mtu() + 1, LONG_MESSAGE}) {
            byte[] sent = pair.requester().memory().fill(0, size, size);
            pair.responder().postRecv(size, 0, LONG_MESSAGE);

            pair.post(send().id(size).data(pair.requester().memory(), 0, size));

            pair.requester().sends().success(size);
            assertThat(pair.responder().receives().success(size).byteLen()).isEqualTo(size);
            assertThat(pair.responder().memory().bytes(0, size)).isEqualTo(sent);
        }
    }

    @Behaviour(id = "UC-01-IMM", says = "immediate data arrives with a message and with a write")
    public void sendsImmediate(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.SEND_WITH_IMM, SendOp.RDMA_WRITE_WITH_IMM);
        Memory to = pair.responder().memory();
        byte[] written = pair.requester().memory().fill(0, 5000, 2);
        pair.responder().postEmptyRecvs(2);

        pair.post(
                sendImm(IMM).id(1),
                writeImm(to.address(0), to.rkey(), IMM + 1)
                        .id(2)
                        .data(pair.requester().memory(), 0, 5000));

        pair.requester().sends().success(1);
        pair.requester().sends().success(2);
        assertThat(pair.responder().receives().success(0).immData()).isEqualTo(IMM);
        Completion received = pair.responder().receives().success(1);
        assertThat(received.opcode()).isEqualTo(WcOpcode.RECV_RDMA_WITH_IMM);
        assertThat(received.immData()).isEqualTo(IMM + 1);
        assertThat(to.bytes(0, 5000)).isEqualTo(written);
    }

    @Behaviour(id = "UC-01-WRITE", says = "a write changes the peer's memory before the next message arrives")
    public void writes(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.RDMA_WRITE, SendOp.SEND);
        Memory to = pair.responder().memory();
        byte[] written = pair.requester().memory().fill(0, 10_000, 3);
        pair.responder().postEmptyRecvs(1);

        pair.post(write(to.address(100), to.rkey()).id(1).data(pair.requester().memory(), 0, 10_000), send().id(2));

        pair.responder().receives().success(0);
        assertThat(pair.requester().sends().success(1).opcode()).isEqualTo(WcOpcode.RDMA_WRITE);
        pair.requester().sends().success(2);
        assertThat(to.bytes(100, 10_000)).isEqualTo(written);
    }

    @Behaviour(id = "UC-01-DROP", says = "a message without a receive is dropped, and later ones arrive")
    public void dropsWithoutReceive(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.SEND);
        byte[] second = pair.requester().memory().fill(0, 100, 2);

        pair.post(send().id(1));
        pair.requester().sends().success(1);
        pair.responder().receives().assertNone();
        pair.responder().postRecv(5, 0, 100);
        pair.post(send().id(2).data(pair.requester().memory(), 0, 100));

        pair.requester().sends().success(2);
        assertThat(pair.responder().receives().success(5).byteLen()).isEqualTo(100);
        assertThat(pair.responder().memory().bytes(0, 100)).isEqualTo(second);
    }

    @Behaviour(id = "UC-01-RKEY", says = "a write with a wrong rkey is dropped, and its sender gets no error")
    public void dropsBadKey(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.RDMA_WRITE);
        Memory to = pair.responder().memory();
        pair.requester().memory().fill(0, 100, 2);

        pair.post(write(to.address(0), to.rkey() ^ 0xFF)
                .id(1)
                .data(pair.requester().memory(), 0, 100));

        pair.requester().sends().success(1);
        assertThat(to.bytes(0, 100)).containsOnly(0);
    }

    @Behaviour(id = "UC-01-RIGHT", says = "a write to a region without remote write is dropped, and later ones arrive")
    public void dropsWithoutRight(Fixture fixture) {
        QpPair pair = writing(fixture, request -> request.memoryAccess(Flags.of(LOCAL_WRITE)));
        assertDropped(pair);

        Memory open = Memory.of(fixture.remote().pd(), Memory.ALL);
        byte[] written = pair.requester().memory().fill(0, 100, 3);
        pair.post(writeImm(open.address(0), open.rkey(), IMM)
                .id(2)
                .data(pair.requester().memory(), 0, 100));

        pair.requester().sends().success(2);
        assertThat(pair.responder().receives().success(0).immData()).isEqualTo(IMM);
        assertThat(open.bytes(0, 100)).isEqualTo(written);
    }

    @Behaviour(id = "UC-01-QP-RIGHT", says = "a queue pair that does not allow writes drops them for every region")
    public void dropsAtClosedQueuePair(Fixture fixture) {
        assertDropped(writing(fixture, request -> request.qpAccess(Memory.ALL.without(REMOTE_WRITE))));
    }

    private QpPair writing(Fixture fixture, UnaryOperator<EndpointRequest> responder) {
        QpPair pair = QpPair.of(
                fixture,
                QpType.UC,
                request -> asked(request, SendOp.RDMA_WRITE, SendOp.RDMA_WRITE_WITH_IMM),
                responder);
        pair.responder().postEmptyRecvs(1);
        return pair;
    }

    private static void assertDropped(QpPair pair) {
        Memory to = pair.responder().memory();
        pair.requester().memory().fill(0, 100, 2);

        pair.post(write(to.address(0), to.rkey()).id(1).data(pair.requester().memory(), 0, 100));

        pair.requester().sends().success(1);
        pair.responder().receives().assertNone();
        assertThat(to.bytes(0, 100)).containsOnly(0);
    }
}
