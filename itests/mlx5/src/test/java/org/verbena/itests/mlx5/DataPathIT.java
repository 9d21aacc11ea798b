package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.AsyncEvent;
import org.verbena.Completion;
import org.verbena.CompletionArray;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MrReregAttr;
import org.verbena.MwBind;
import org.verbena.MwBindInfo;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.CompletionFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;
import org.verbena.connect.Connector;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;

/** Checks data transfers through the genuine libmlx5 between two queue pairs. */
@ParameterizedClass
@ValueSource(strings = {"ffm", "jna"})
class DataPathIT {
    private static final Flags<AccessFlag> ALL =
            Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC);
    private static final int SIZE = 64 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Parameter
    String provider;

    private DeviceContext context;
    private ProtectionDomain pd;
    private CompletionQueue cq;
    private MemoryRegion local;
    private MemoryRegion remote;

    @BeforeEach
    void open() {
        context = Mlx5.provider(provider).device(Mlx5.DEVICE).open();
        pd = context.allocPd();
        cq = context.createCq(CqInitAttr.builder().cqe(256).build());
        local = pd.allocMr(SIZE, ALL);
        remote = pd.allocMr(SIZE, ALL.with(AccessFlag.MW_BIND));
    }

    @AfterEach
    void close() {
        context.close();
    }

    // ---------------------------------------------------------------- ibv_post_send, ibv_post_recv, ibv_poll_cq

    @Test
    void aMessageGoesThereAndBack() {
        Pair pair = connect(rc().build());
        RecvBatch receive = context.newRecvBatch(1, 1);
        receive.add().wrId(1).sge(remote, 0, 100);
        SendBatch send = context.newSendBatch(1, 1, 0);
        send.add().wrId(2).sge(local, 0, 5).sendImm(0x1122_3344).signaled();

        for (int round = 0; round < 100; round++) {
            write(local, "ping" + round % 10);
            pair.second().postRecv(receive);
            pair.first().postSend(send);

            List<Completion> done = poll(2);
            assertThat(done).extracting(Completion::statusCode).containsOnly(WcStatus.SUCCESS.value());
            Completion received = received(done);
            assertThat(received.byteLen()).isEqualTo(5);
            assertThat(received.immData()).isEqualTo(0x1122_3344);
            assertThat(received.qpNum()).isEqualTo(pair.second().qpNum());
            assertThat(read(remote, 5)).isEqualTo("ping" + round % 10);
        }
    }

    @Test
    void inlineDataNeedsNoRegion() {
        Pair pair = connect(rc().maxInlineData(64).build());
        RecvBatch receive = context.newRecvBatch(1, 1);
        receive.add().sge(remote, 0, 64);
        SendBatch send = context.newSendBatch(1, 1, 64);
        send.add().send().inlineData(bytes("hello")).signaled();

        pair.second().postRecv(receive);
        pair.first().postSend(send);

        assertThat(received(poll(2)).byteLen()).isEqualTo(5);
        assertThat(read(remote, 5)).isEqualTo("hello");
    }

    @Test
    void oneSharedReceiveQueueServesTwoQueuePairs() {
        SharedReceiveQueue srq =
                pd.createSrq(SrqInitAttr.builder().maxWr(16).maxSge(1).build());
        Pair pair = connect(rc().srq(srq).build());
        RecvBatch receives = context.newRecvBatch(4, 1);
        for (int i = 0; i < 4; i++) {
            receives.add().wrId(100 + i).sge(remote, i * 64L, 64);
        }
        srq.postRecv(receives);
        SendBatch send = context.newSendBatch(1, 1, 0);
        send.add().send().sge(local, 0, 8).signaled();

        pair.first().postSend(send);
        List<Completion> done = poll(2);
        pair.second().postSend(send);
        done.addAll(poll(2));

        assertThat(done)
                .filteredOn(completion -> completion.opcode() == WcOpcode.RECV)
                .extracting(Completion::wrId)
                .containsExactly(100L, 101L);
    }

    @Test
    void aFullQueueSaysWhichWorkRequestItDidNotTake() {
        Pair pair = connect(rc().build());
        int room = (int) pair.second().grantedCap().maxRecvWr();
        RecvBatch receives = context.newRecvBatch(room + 3, 1);
        for (int i = 0; i < room + 3; i++) {
            receives.add().wrId(i).sge(remote, 0, 8);
        }

        assertThatExceptionOfType(PostException.class)
                .isThrownBy(() -> pair.second().postRecv(receives))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM))
                .satisfies(e -> assertThat(e.badWr()).isEqualTo(room));
    }

    @Test
    void remoteMemoryIsWrittenReadAndCounted() {
        Pair pair = connect(rc().build());
        write(local, "written");
        SendBatch send = context.newSendBatch(3, 1, 0);
        send.add().write(remote.address(), remote.rkey()).sge(local, 0, 7);
        send.add().read(remote.address(), remote.rkey()).sge(local, 512, 7);
        send.add()
                .fetchAdd(remote.address() + 4096, remote.rkey(), 3)
                .sge(local, 1024, 8)
                .signaled();

        pair.first().postSend(send);
        pair.first().postSend(send, 2, 3);

        assertThat(poll(2)).extracting(Completion::status).containsOnly(WcStatus.SUCCESS);
        assertThat(read(remote, 7)).isEqualTo("written");
        assertThat(text(local.view(512, 7))).isEqualTo("written");
        assertThat(Long.reverseBytes(local.view(1024, 8).getLong())).isEqualTo(3);
        assertThat(Long.reverseBytes(remote.view(4096, 8).getLong())).isEqualTo(6);
    }

    @Test
    void workInFlightIsFlushed() {
        Pair pair = connect(rc().build());
        RecvBatch receives = context.newRecvBatch(3, 1);
        for (int i = 0; i < 3; i++) {
            receives.add().wrId(i).sge(remote, 0, 8);
        }
        pair.second().postRecv(receives);

        pair.second().modify(QpAttr.builder().qpState(QpState.ERR).build());

        assertThat(poll(3)).extracting(Completion::status).containsOnly(WcStatus.WR_FLUSH_ERR);
    }

    // ---------------------------------------------------------------- ibv_wr_*, struct ibv_cq_ex

    @Test
    void buildersAndReadersDoTheSame() {
        CompletionQueueEx extended = context.createCqEx(CqInitAttr.builder()
                .cqe(64)
                .wcFlags(Flags.of(WcFlag.BYTE_LEN, WcFlag.IMM, WcFlag.QP_NUM, WcFlag.SRC_QP))
                .build());
        Pair pair = connect(rc().pd(pd)
                .sendCq(extended)
                .recvCq(extended)
                .maxInlineData(32)
                .sendOpsFlags(SendOp.SEND_WITH_IMM, SendOp.RDMA_WRITE, SendOp.ATOMIC_CMP_AND_SWP)
                .build());
        RecvBatch receive = context.newRecvBatch(1, 1);
        receive.add().wrId(9).sge(remote, 0, 64);
        pair.second().postRecv(receive);
        QueuePairEx builder = pair.first().toQpEx().orElseThrow();

        builder.wrStart();
        builder.wrId(1).wrFlags(Flags.none(SendFlag.class)).wrRdmaWrite(remote.rkey(), remote.address() + 4096);
        builder.wrSetInlineData(bytes("inline"));
        builder.wrId(2).wrFlags(Flags.of(SendFlag.SIGNALED));
        builder.wrAtomicCmpSwp(remote.rkey(), remote.address() + 8192, 0, 77).wrSetSge(local, 0, 8);
        builder.wrId(3).wrFlags(Flags.of(SendFlag.SIGNALED)).wrSendImm(0xCAFE).wrSetSge(local, 64, 16);
        builder.wrComplete();

        List<Long> completed = new ArrayList<>();
        await(() -> {
            if (!extended.startPoll()) {
                return false;
            }
            do {
                completed.add(extended.wrId());
                assertThat(extended.status()).isEqualTo(WcStatus.SUCCESS);
                if (extended.wrId() == 9) {
                    assertThat(extended.opcode()).isEqualTo(WcOpcode.RECV);
                    assertThat(extended.has(CompletionFlag.WITH_IMM)).isTrue();
                    assertThat(extended.immData()).isEqualTo(0xCAFE);
                    assertThat(extended.byteLen()).isEqualTo(16);
                    assertThat(extended.qpNum()).isEqualTo(pair.second().qpNum());
                }
            } while (extended.nextPoll());
            extended.endPoll();
            return completed.size() == 3;
        });
        assertThat(completed).containsExactlyInAnyOrder(2L, 3L, 9L);
        assertThat(text(remote.view(4096, 6))).isEqualTo("inline");
        assertThat(Long.reverseBytes(remote.view(8192, 8).getLong())).isEqualTo(77);
    }

    @Test
    void anOperationThatTheEntriesHaveNoRoomForIsRefused() {
        Pair pair = connect(rc().pd(pd).sendOpsFlags(SendOp.SEND).build());
        SendBatch batch = context.newSendBatch(2, 1, 0);
        batch.add().send().sge(local, 0, 8);
        batch.add().fetchAdd(remote.address(), remote.rkey(), 1).sge(local, 0, 8);

        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> pair.first().postSend(batch))
                .withMessageContaining("wr[1].opcode = ATOMIC_FETCH_AND_ADD, limit one of SEND");
    }

    @Test
    void correctedListIsPostedWholeAfterARefusal() {
        Pair pair = connect(rc().pd(pd).sendOpsFlags(SendOp.RDMA_WRITE).build());
        SendBatch batch = context.newSendBatch(4, 1, 0);
        for (int i = 0; i < 4; i++) {
            batch.add()
                    .wrId(i)
                    .write(remote.address(), remote.rkey())
                    .sge(local, 0, 8)
                    .signaled();
        }
        batch.get(1).fetchAdd(remote.address(), remote.rkey(), 1);
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> pair.first().postSend(batch, 0, 2));

        batch.get(1).write(remote.address(), remote.rkey());
        pair.first().postSend(batch);

        assertThat(poll(4)).extracting(Completion::wrId).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void anAbortedListIsNotSent() {
        Pair pair = connect(rc().pd(pd).sendOpsFlags(SendOp.RDMA_WRITE).build());
        QueuePairEx builder = pair.first().toQpEx().orElseThrow();
        write(local, "no");

        builder.wrStart();
        builder.wrId(1).wrFlags(Flags.of(SendFlag.SIGNALED));
        builder.wrRdmaWrite(remote.rkey(), remote.address()).wrSetSge(local, 0, 2);
        builder.wrAbort();
        builder.wrStart();
        builder.wrId(2).wrFlags(Flags.of(SendFlag.SIGNALED));
        builder.wrRdmaWrite(remote.rkey(), remote.address() + 64).wrSetSge(local, 0, 2);
        builder.wrComplete();

        assertThat(poll(1)).extracting(Completion::wrId).containsExactly(2L);
        assertThat(remote.view(0, 2).getShort()).isZero();
    }

    /** Posts to a full queue, where libmlx5 would write through a pointer that no builder has set yet. */
    @Test
    void aBuilderFindsTheQueueFull() {
        Pair pair = connect(rc().pd(pd).sendOpsFlags(SendOp.RDMA_WRITE).build());
        int room = (int) pair.first().grantedCap().maxSendWr();
        SendBatch fill = context.newSendBatch(room, 1, 0);
        for (int i = 0; i < room; i++) {
            fill.add().write(remote.address(), remote.rkey()).sge(local, 0, 1).signaled();
        }
        pair.first().postSend(fill);
        QueuePairEx builder = pair.first().toQpEx().orElseThrow();

        builder.wrStart();
        builder.wrRdmaWrite(remote.rkey(), remote.address()).wrSetSge(local, 0, 1);

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(builder::wrComplete)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM));
        assertThat(poll(room)).extracting(Completion::status).containsOnly(WcStatus.SUCCESS);
    }

    @Test
    void aBuilderNeedsAQueue() {
        Pair pair =
                connect(rc().pd(pd).maxSendWr(0).sendOpsFlags(SendOp.RDMA_WRITE).build());
        QueuePairEx builder = pair.first().toQpEx().orElseThrow();

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(builder::wrStart)
                .withMessageContaining("max_send_wr");
    }

    /** Posts inline data without capacity for it: libmlx5 returns a capacity of -4 bytes and treats it as unlimited. */
    @Test
    void aBuilderNeedsRoomForInlineData() {
        Pair pair = connect(rc().pd(pd)
                .maxSendSge(0)
                .sendOpsFlags(SendOp.RDMA_WRITE, SendOp.BIND_MW)
                .build());
        assertThat(pair.first().grantedCap().maxInlineData()).isEqualTo(0xFFFF_FFFCL);
        QueuePairEx builder = pair.first().toQpEx().orElseThrow();

        builder.wrStart();
        builder.wrRdmaWrite(remote.rkey(), remote.address());

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> builder.wrSetInlineData(ByteBuffer.allocate(4096)))
                .withMessageContaining("inline data");
        builder.wrAbort();
    }

    // ---------------------------------------------------------------- events

    @Test
    void aCompletionWakesItsWaiter() throws InterruptedException {
        CompletionChannel channel = context.createCompChannel();
        CompletionQueue notified =
                context.createCq(CqInitAttr.builder().cqe(16).channel(channel).build());
        Pair pair = connect(rc().sendCq(notified).recvCq(notified).build());
        assertThat(channel.nextEvent(Duration.ZERO)).isEmpty();
        notified.requestNotify(false);

        SendBatch send = context.newSendBatch(1, 1, 0);
        send.add().write(remote.address(), remote.rkey()).sge(local, 0, 8).signaled();
        pair.first().postSend(send);

        assertThat(channel.nextEvent(PATIENCE)).contains(notified);
        notified.ackEvents(1);
        assertThat(channel.nextEvent()).isEmpty();
    }

    @Test
    void unacknowledgedEventsDoNotHoldUpClose() throws InterruptedException {
        CompletionChannel channel = context.createCompChannel();
        CompletionQueue notified =
                context.createCq(CqInitAttr.builder().cqe(16).channel(channel).build());
        Pair pair = connect(rc().sendCq(notified).recvCq(notified).build());
        SendBatch send = context.newSendBatch(1, 1, 0);
        send.add().write(remote.address(), remote.rkey()).sge(local, 0, 8).signaled();
        for (int i = 0; i < 3; i++) {
            notified.requestNotify(false);
            pair.first().postSend(send);
            assertThat(channel.nextEvent(PATIENCE)).contains(notified);
        }

        pair.close();
        notified.close();
        channel.close();
    }

    @Test
    void aSharedReceiveQueueTellsThatItRunsLow() throws InterruptedException {
        SharedReceiveQueue srq =
                pd.createSrq(SrqInitAttr.builder().maxWr(16).maxSge(1).build());
        Pair pair = connect(rc().srq(srq).build());
        RecvBatch receives = context.newRecvBatch(4, 1);
        for (int i = 0; i < 4; i++) {
            receives.add().sge(remote, 0, 64);
        }
        srq.postRecv(receives);
        srq.modify(new SrqAttr(0, 0, 4), Flags.of(SrqAttr.Mask.LIMIT));
        SendBatch send = context.newSendBatch(1, 1, 0);
        send.add().send().sge(local, 0, 8).signaled();

        pair.first().postSend(send);

        assertThat(context.asyncEvents().nextEvent(PATIENCE))
                .get()
                .satisfies(event -> assertThat(event.eventType()).isEqualTo(AsyncEventType.SRQ_LIMIT_REACHED))
                .extracting(AsyncEvent::element)
                .isEqualTo(Optional.of(srq));
    }

    // ---------------------------------------------------------------- memory

    @Test
    void aZeroBasedRegionIsAddressedFromZero() {
        Pair pair = connect(rc().build());
        MemoryRegion zeroBased = pd.allocMr(SIZE, ALL.with(AccessFlag.ZERO_BASED));
        write(local, "zero");
        SendBatch send = context.newSendBatch(1, 1, 0);
        send.add().write(4096, zeroBased.rkey()).sge(local, 0, 4).signaled();

        pair.first().postSend(send);

        assertThat(poll(1)).extracting(Completion::status).containsExactly(WcStatus.SUCCESS);
        assertThat(text(zeroBased.view(4096, 4))).isEqualTo("zero");
    }

    @Test
    void aRegionMayHaveAddressesOfItsOwn() {
        Pair pair = connect(rc().build());
        ByteBuffer memory =
                ByteBuffer.allocateDirect(3 * 4096).alignedSlice(4096).limit(4096);
        long iova = 0x1234_5678_9000L;
        MemoryRegion region = pd.regMrIova(memory, iova, ALL);
        write(local, "iova");
        SendBatch send = context.newSendBatch(1, 1, 0);
        send.add().write(iova + 8, region.rkey()).sge(local, 0, 4).signaled();

        pair.first().postSend(send);

        assertThat(poll(1)).extracting(Completion::status).containsExactly(WcStatus.SUCCESS);
        assertThat(text(memory.slice(8, 4))).isEqualTo("iova");
    }

    @Test
    void aRegionMayChangeItsMemory() {
        Pair pair = connect(rc().build());
        ByteBuffer other = ByteBuffer.allocateDirect(4096);
        remote.rereg(MrReregAttr.builder().memory(other).build());
        write(local, "moved");
        SendBatch send = context.newSendBatch(1, 1, 0);
        send.add().write(remote.address(), remote.rkey()).sge(local, 0, 5).signaled();

        pair.first().postSend(send);

        assertThat(poll(1)).extracting(Completion::status).containsExactly(WcStatus.SUCCESS);
        assertThat(text(other.limit(5))).isEqualTo("moved");
    }

    @Test
    void aWindowOpensAPartOfARegion() {
        Pair pair = connect(rc().build());
        MemoryWindow window = pd.allocMw(MwType.TYPE_2);
        long rkey = MemoryWindow.nextRkey(window.rkey());
        SendBatch bind = context.newSendBatch(1, 1, 0);
        bind.add().bindMw(window, rkey, opening()).signaled();
        pair.second().postSend(bind);
        assertThat(poll(1)).extracting(Completion::status).containsExactly(WcStatus.SUCCESS);
        write(local, "window");
        SendBatch send = context.newSendBatch(1, 1, 0);
        send.add().write(remote.address() + 128, rkey).sge(local, 0, 6).signaled();

        pair.first().postSend(send);

        assertThat(poll(1)).extracting(Completion::status).containsExactly(WcStatus.SUCCESS);
        assertThat(text(remote.view(128, 6))).isEqualTo("window");
    }

    @Test
    void aWindowOfType1IsBoundByAVerb() {
        Pair pair = connect(rc().build());
        MemoryWindow window = pd.allocMw(MwType.TYPE_1);
        long before = window.rkey();

        window.bind(pair.second(), new MwBind(7, Flags.of(SendFlag.SIGNALED), opening()));

        assertThat(poll(1))
                .singleElement()
                .satisfies(completion -> assertThat(completion.status()).isEqualTo(WcStatus.SUCCESS))
                .satisfies(completion -> assertThat(completion.wrId()).isEqualTo(7));
        assertThat(window.rkey()).isEqualTo(MemoryWindow.nextRkey(before));
    }

    private MwBindInfo opening() {
        return new MwBindInfo(remote, remote.address(), 4096, Flags.of(AccessFlag.REMOTE_WRITE));
    }

    // ---------------------------------------------------------------- helpers

    private record Pair(QueuePair first, QueuePair second) {
        void close() {
            first.close();
            second.close();
        }
    }

    private QpInitAttr.Builder rc() {
        return QpInitAttr.builder()
                .qpType(QpType.RC)
                .sendCq(cq)
                .recvCq(cq)
                .maxSendWr(16)
                .maxRecvWr(16)
                .maxSendSge(1)
                .maxRecvSge(1);
    }

    private Pair connect(QpInitAttr attr) {
        Pair pair = attr.pd().isPresent()
                ? new Pair(context.createQpEx(attr), context.createQpEx(attr))
                : new Pair(pd.createQp(attr), pd.createQp(attr));
        Connector.create().connect(pair.first(), pair.second());
        return pair;
    }

    private List<Completion> poll(int count) {
        CompletionArray completions = context.newCompletionArray(16);
        List<Completion> done = new ArrayList<>();
        await(() -> {
            int polled = cq.poll(completions);
            for (int i = 0; i < polled; i++) {
                done.add(completions.get(i));
            }
            completions.release();
            return done.size() >= count;
        });
        assertThat(done).hasSize(count);
        return done;
    }

    private static Completion received(List<Completion> completions) {
        return completions.stream()
                .filter(completion -> completion.opcode() == WcOpcode.RECV)
                .findFirst()
                .orElseThrow();
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("patience").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void write(MemoryRegion region, String text) {
        region.view(0, text.length()).put(bytes(text));
    }

    private static String read(MemoryRegion region, int length) {
        return text(region.view(0, length));
    }

    private static String text(ByteBuffer buffer) {
        return StandardCharsets.UTF_8.decode(buffer).toString();
    }
}
