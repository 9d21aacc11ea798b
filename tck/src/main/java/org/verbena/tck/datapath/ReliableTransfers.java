// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.traffic.WorkRequest.read;
import static org.verbena.tck.traffic.WorkRequest.send;
import static org.verbena.tck.traffic.WorkRequest.sendImm;
import static org.verbena.tck.traffic.WorkRequest.write;
import static org.verbena.tck.traffic.WorkRequest.writeImm;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.verbena.Completion;
import org.verbena.RecvBatch;
import org.verbena.attr.CompletionFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcOpcode;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.PostingStyle;
import org.verbena.tck.traffic.QpPair;
import org.verbena.tck.traffic.WorkRequest;

/** Reliable connections: the bytes that arrive, and the fields of the completions. */
public final class ReliableTransfers extends ByPosting {
    private static final int IMM = 0x8123_4567;
    private static final int LONG_MESSAGE = 64 * 1024;

    /**
     * Creates the behaviours for one posting style.
     *
     * @param posting the posting style
     */
    public ReliableTransfers(PostingStyle posting) {
        super(posting, Capability.RC);
    }

    private QpPair pair(Fixture fixture, SendOp first, SendOp... others) {
        return pair(fixture, QpType.RC, first, others);
    }

    private static int[] sizes(QpPair pair) {
        int mtu = pair.mtu();
        return new int[] {1, mtu - 1, mtu, mtu + 1, 3 * mtu + 7, LONG_MESSAGE};
    }

    // ---------------------------------------------------------------- messages

    @Behaviour(id = "RC-01", says = "messages of all sizes arrive unchanged, and the receive returns their length")
    public void sends(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.SEND);
        for (int size : sizes(pair)) {
            byte[] sent = pair.requester().memory().fill(0, size, size);
            pair.responder().postRecv(size, 0, LONG_MESSAGE);

            pair.post(send().id(100 + size).data(pair.requester().memory(), 0, size));

            assertThat(pair.requester().sends().success(100 + size).opcode()).isEqualTo(WcOpcode.SEND);
            Completion received = pair.responder().receives().success(size);
            assertThat(received.opcode()).isEqualTo(WcOpcode.RECV);
            assertThat(received.byteLen()).isEqualTo(size);
            assertThat(received.qpNum()).isEqualTo(pair.responder().qp().qpNum());
            assertThat(received.wcFlags().contains(CompletionFlag.WITH_IMM)).isFalse();
            assertThat(pair.responder().memory().bytes(0, size)).isEqualTo(sent);
        }
    }

    @Behaviour(id = "RC-01-EMPTY", says = "a message without data completes a receive without elements")
    public void sendsNothing(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.SEND);
        pair.responder().postEmptyRecvs(1);

        pair.post(send().id(7));

        pair.requester().sends().success(7);
        assertThat(pair.responder().receives().success(0).byteLen()).isZero();
    }

    @Behaviour(id = "RC-01-SGE", says = "a message is gathered from two elements and scattered to two others")
    public void gathersAndScatters(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.SEND);
        Memory from = pair.requester().memory();
        Memory to = pair.responder().memory();
        byte[] first = from.fill(0, 100, 1);
        byte[] second = from.fill(8192, 5000, 2);
        RecvBatch receive = pair.responder().fixture().context().newRecvBatch(1, 2);
        receive.add().wrId(1).sge(to.region(), 16, 1000).sge(to.region(), 20_000, 6000);
        pair.responder().qp().postRecv(receive);

        pair.post(send().id(2).data(from, 0, 100).data(from, 8192, 5000));

        pair.requester().sends().success(2);
        assertThat(pair.responder().receives().success(1).byteLen()).isEqualTo(5100);
        assertThat(to.bytes(16, 100)).isEqualTo(first);
        assertThat(to.bytes(116, 900)).isEqualTo(Arrays.copyOf(second, 900));
        assertThat(to.bytes(20_000, 4100)).isEqualTo(Arrays.copyOfRange(second, 900, 5000));
        assertThat(to.bytes(24_100, 8)).as("beyond the message").containsOnly(0);
    }

    @Behaviour(id = "RC-01-UNSIGNALED", says = "an unsignaled send that succeeds has no completion")
    public void completesSilently(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.SEND);
        pair.responder().postEmptyRecvs(2);

        pair.post(send().id(1).unsignaled(), send().id(2));

        pair.requester().sends().success(2);
        pair.requester().sends().assertNone();
        assertThat(pair.responder().receives().next(2)).allMatch(Completion::isSuccess);
    }

    @Behaviour(id = "RC-01-SIG-ALL", says = "with sq_sig_all every send has a completion")
    public void signalsAll(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC, request -> asked(request.qp(qp -> qp.sqSigAll(true)), SendOp.SEND));
        pair.responder().postEmptyRecvs(2);

        pair.post(send().id(1).unsignaled(), send().id(2).unsignaled());

        pair.requester().sends().success(1);
        pair.requester().sends().success(2);
    }

    @Behaviour(id = "RC-01-ORDER", says = "a list of messages arrives in order, each in the next receive")
    public void keepsOrder(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.SEND);
        Memory from = pair.requester().memory();
        int count = 16;
        for (int i = 0; i < count; i++) {
            from.fill(i * 64L, 64, i);
            pair.responder().postRecv(i, i * 128L, 128);
        }

        pair.post(IntStream.range(0, count)
                .mapToObj(i -> send().id(i).data(from, i * 64L, 64))
                .toList());

        for (int i = 0; i < count; i++) {
            pair.requester().sends().success(i);
            pair.responder().receives().success(i);
            assertThat(pair.responder().memory().bytes(i * 128L, 64)).isEqualTo(from.bytes(i * 64L, 64));
        }
    }

    @Behaviour(id = "RC-01-BOTH", says = "both sides send concurrently")
    public void sendsBothWays(Fixture fixture) {
        QpPair pair = QpPair.of(
                fixture, QpType.RC, request -> asked(request, SendOp.SEND), request -> asked(request, SendOp.SEND));
        QpPair back = pair.reversed();
        byte[] there = pair.requester().memory().fill(0, 5000, 1);
        byte[] andBack = pair.responder().memory().fill(0, 5000, 2);
        pair.responder().postRecv(1, 8192, 5000);
        pair.requester().postRecv(2, 8192, 5000);

        pair.post(send().id(3).data(pair.requester().memory(), 0, 5000));
        back.post(send().id(4).data(pair.responder().memory(), 0, 5000));

        pair.requester().sends().success(3);
        pair.responder().sends().success(4);
        pair.responder().receives().success(1);
        pair.requester().receives().success(2);
        assertThat(pair.responder().memory().bytes(8192, 5000)).isEqualTo(there);
        assertThat(pair.requester().memory().bytes(8192, 5000)).isEqualTo(andBack);
    }

    // ---------------------------------------------------------------- immediate data

    @Behaviour(id = "RC-02", says = "immediate data arrives with a message, as the same number")
    public void sendsImmediate(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.SEND_WITH_IMM);
        byte[] sent = pair.requester().memory().fill(0, 100, 5);
        pair.responder().postRecv(1, 0, 100);

        pair.post(sendImm(IMM).id(2).data(pair.requester().memory(), 0, 100));

        pair.requester().sends().success(2);
        Completion received = pair.responder().receives().success(1);
        assertThat(received.wcFlags().contains(CompletionFlag.WITH_IMM)).isTrue();
        assertThat(received.immData()).isEqualTo(IMM);
        assertThat(received.byteLen()).isEqualTo(100);
        assertThat(pair.responder().memory().bytes(0, 100)).isEqualTo(sent);
    }

    @Behaviour(
            id = "RC-02-WRITE",
            says = "a write with immediate data consumes a receive and writes to its remote address")
    public void writesImmediate(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.RDMA_WRITE_WITH_IMM);
        Memory to = pair.responder().memory();
        int size = pair.mtu() + 100;
        byte[] written = pair.requester().memory().fill(0, size, 6);
        pair.responder().postRecv(1, 0, 16);

        pair.post(writeImm(to.address(8192), to.rkey(), IMM)
                .id(2)
                .data(pair.requester().memory(), 0, size));

        assertThat(pair.requester().sends().success(2).opcode()).isEqualTo(WcOpcode.RDMA_WRITE);
        Completion received = pair.responder().receives().success(1);
        assertThat(received.opcode()).isEqualTo(WcOpcode.RECV_RDMA_WITH_IMM);
        assertThat(received.immData()).isEqualTo(IMM);
        assertThat(received.byteLen()).isEqualTo(size);
        assertThat(to.bytes(8192, size)).isEqualTo(written);
        assertThat(to.bytes(0, 16)).as("the buffer of the receive").containsOnly(0);
    }

    @Behaviour(id = "RC-02-EMPTY", says = "a write of length 0 with immediate data needs no key")
    public void writesOnlyImmediate(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.RDMA_WRITE_WITH_IMM);
        pair.responder().postEmptyRecvs(1);

        pair.post(writeImm(0, 0, IMM).id(2));

        pair.requester().sends().success(2);
        Completion received = pair.responder().receives().success(0);
        assertThat(received.immData()).isEqualTo(IMM);
        assertThat(received.byteLen()).isZero();
    }

    // ---------------------------------------------------------------- inline data

    @Behaviour(id = "RC-03", says = "sends and writes with inline data need no region")
    public void sendsInline(Fixture fixture) {
        QpPair pair =
                QpPair.of(fixture, QpType.RC, request -> asked(request.inline(32), SendOp.SEND, SendOp.RDMA_WRITE));
        byte[] bytes = pair.requester().memory().fill(0, 32, 7);
        Memory to = pair.responder().memory();
        pair.responder().postRecv(1, 0, 32);

        pair.post(
                send().id(2).inline(bytes),
                write(to.address(100), to.rkey()).id(3).inline(bytes));

        pair.requester().sends().success(2);
        pair.requester().sends().success(3);
        assertThat(pair.responder().receives().success(1).byteLen()).isEqualTo(32);
        assertThat(to.bytes(0, 32)).isEqualTo(bytes);
        assertThat(to.bytes(100, 32)).isEqualTo(bytes);
    }

    // ---------------------------------------------------------------- writes and reads

    @Behaviour(id = "RC-07", says = "writes of all sizes change the peer's memory, and no other bytes")
    public void writes(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.RDMA_WRITE);
        Memory to = pair.responder().memory();
        for (int size : sizes(pair)) {
            byte[] written = pair.requester().memory().fill(0, size, size);
            to.fill(8 + size, 8, 1);
            byte[] beyond = to.bytes(8 + size, 8);

            pair.post(write(to.address(8), to.rkey())
                    .id(size)
                    .data(pair.requester().memory(), 0, size));

            assertThat(pair.requester().sends().success(size).opcode()).isEqualTo(WcOpcode.RDMA_WRITE);
            assertThat(to.bytes(8, size)).isEqualTo(written);
            assertThat(to.bytes(0, 8)).as("before").containsOnly(0);
            assertThat(to.bytes(8 + size, 8)).as("beyond").isEqualTo(beyond);
        }
        pair.responder().receives().assertNone();
    }

    @Behaviour(id = "RC-07-READ", says = "reads of all sizes return the peer's memory")
    public void reads(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.RDMA_READ);
        Memory from = pair.responder().memory();
        for (int size : sizes(pair)) {
            byte[] there = from.fill(0, size, size);

            pair.post(read(from.address(0), from.rkey())
                    .id(size)
                    .data(pair.requester().memory(), 4, size));

            assertThat(pair.requester().sends().success(size).opcode()).isEqualTo(WcOpcode.RDMA_READ);
            assertThat(pair.requester().memory().bytes(4, size)).isEqualTo(there);
        }
        pair.responder().receives().assertNone();
    }

    @Behaviour(id = "RC-07-EMPTY", says = "writes and reads of length 0 succeed with any key")
    public void transfersNothing(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.RDMA_WRITE, SendOp.RDMA_READ);

        pair.post(write(0, 0).id(1), read(0, 0).id(2));

        pair.requester().sends().success(1);
        pair.requester().sends().success(2);
    }

    @Behaviour(id = "RC-07-SGE", says = "a write gathers from two elements, and a read scatters to two elements")
    public void gathersAndScattersRemotely(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.RDMA_WRITE, SendOp.RDMA_READ);
        Memory here = pair.requester().memory();
        Memory there = pair.responder().memory();
        byte[] first = here.fill(0, 3000, 1);
        byte[] second = here.fill(4000, 3000, 2);

        pair.post(
                write(there.address(0), there.rkey()).id(1).data(here, 0, 3000).data(here, 4000, 3000),
                read(there.address(0), there.rkey())
                        .id(2)
                        .data(here, 10_000, 2000)
                        .data(here, 20_000, 4000));

        pair.requester().sends().success(1);
        pair.requester().sends().success(2);
        assertThat(there.bytes(0, 3000)).isEqualTo(first);
        assertThat(there.bytes(3000, 3000)).isEqualTo(second);
        assertThat(here.bytes(10_000, 2000)).isEqualTo(there.bytes(0, 2000));
        assertThat(here.bytes(20_000, 4000)).isEqualTo(there.bytes(2000, 4000));
    }

    @Behaviour(id = "RC-07-FENCE", says = "a fenced request waits for the preceding read")
    public void fences(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.RDMA_WRITE, SendOp.RDMA_READ);
        Memory here = pair.requester().memory();
        Memory there = pair.responder().memory();
        byte[] bytes = there.fill(0, 8000, 3);

        pair.post(
                read(there.address(0), there.rkey()).id(1).data(here, 0, 8000),
                write(there.address(10_000), there.rkey())
                        .id(2)
                        .with(SendFlag.FENCE)
                        .data(here, 0, 8000));

        pair.requester().sends().success(1);
        pair.requester().sends().success(2);
        assertThat(there.bytes(10_000, 8000)).isEqualTo(bytes);
    }

    @Behaviour(id = "RC-07-QUEUE", says = "reads beyond the maximum number in flight wait for earlier ones")
    public void queuesReads(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.RDMA_READ);
        Memory from = pair.responder().memory();
        byte[] there = from.fill(0, 1600, 9);

        pair.post(IntStream.range(0, 16)
                .mapToObj(i -> read(from.address(i * 100L), from.rkey())
                        .id(i)
                        .data(pair.requester().memory(), i * 100L, 100))
                .toList());

        IntStream.range(0, 16).forEach(pair.requester().sends()::success);
        assertThat(pair.requester().memory().bytes(0, 1600)).isEqualTo(there);
    }

    // ---------------------------------------------------------------- atomics

    @Behaviour(
            id = "RC-08",
            needs = Capability.ATOMICS,
            says = "fetch and add changes 64 bits and returns the previous value")
    public void fetchesAndAdds(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.ATOMIC_FETCH_AND_ADD);
        Memory there = pair.responder().memory();
        there.putLong(8, 0xFFFF_FFFF_FFFF_FFF0L);

        pair.post(fetchAdd(pair, 1, 0x25), fetchAdd(pair, 2, 0));

        assertThat(pair.requester().sends().success(1).opcode()).isEqualTo(WcOpcode.FETCH_ADD);
        pair.requester().sends().success(2);
        assertThat(pair.requester().memory().getLong(8)).as("before").isEqualTo(0xFFFF_FFFF_FFFF_FFF0L);
        assertThat(pair.requester().memory().getLong(16)).as("after a carry").isEqualTo(0x15);
        assertThat(there.getLong(8)).isEqualTo(0x15);
        assertThat(Stream.of(0L, 16L).map(there::getLong)).as("beside it").containsOnly(0L);
    }

    private static WorkRequest fetchAdd(QpPair pair, long id, long add) {
        Memory there = pair.responder().memory();
        return WorkRequest.fetchAdd(there.address(8), there.rkey(), add)
                .id(id)
                .data(pair.requester().memory(), 8 * id, 8);
    }

    @Behaviour(
            id = "RC-08-SWAP",
            needs = Capability.ATOMICS,
            says = "compare and swap replaces 64 bits if they match, and returns the previous value")
    public void comparesAndSwaps(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.ATOMIC_CMP_AND_SWP);
        Memory there = pair.responder().memory();
        there.putLong(8, 1L << 63);

        pair.post(swap(pair, 1, 5, 6), swap(pair, 2, 1L << 63, 7));

        assertThat(pair.requester().sends().success(1).opcode()).isEqualTo(WcOpcode.COMP_SWAP);
        pair.requester().sends().success(2);
        assertThat(pair.requester().memory().getLong(8)).as("not as expected").isEqualTo(1L << 63);
        assertThat(pair.requester().memory().getLong(16)).as("still there").isEqualTo(1L << 63);
        assertThat(there.getLong(8)).isEqualTo(7);
    }

    private static WorkRequest swap(QpPair pair, long id, long compare, long swap) {
        Memory there = pair.responder().memory();
        return WorkRequest.compareSwap(there.address(8), there.rkey(), compare, swap)
                .id(id)
                .data(pair.requester().memory(), 8 * id, 8);
    }
}
