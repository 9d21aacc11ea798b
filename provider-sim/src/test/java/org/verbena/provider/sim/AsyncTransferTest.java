// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MwBindInfo;
import org.verbena.ProtectionDomain;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.Destination;
import org.verbena.async.Message;
import org.verbena.async.ProgressEngine;
import org.verbena.async.WorkRequestException;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.QpType;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;
import org.verbena.connect.Connector;
import org.verbena.connect.PeerPair;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;

/** Checks each transfer that returns a future. The tests call {@code progress} themselves, step by step. */
@Timeout(120)
class AsyncTransferTest {
    private static final Flags<AccessFlag> EVERYTHING = Flags.of(
            AccessFlag.LOCAL_WRITE,
            AccessFlag.REMOTE_WRITE,
            AccessFlag.REMOTE_READ,
            AccessFlag.REMOTE_ATOMIC,
            AccessFlag.MW_BIND);
    private static final int BUFFER_SIZE = 128;
    private static final int LONGER_THAN_INLINE = 100;

    private final DeviceContext context = Sims.open("mlx5");
    private final ProtectionDomain pd = context.allocPd();
    private final MemoryRegion mr = pd.allocMr(4096, EVERYTHING);
    private final ProgressEngine engine = ProgressEngine.builder(pd)
            .cqe(64)
            .buffers(3)
            .bufferSize(BUFFER_SIZE)
            .build();
    private AsyncQueuePair near = attach(QpType.RC);
    private AsyncQueuePair far = attach(QpType.RC);

    private AsyncQueuePair attach(QpType type) {
        return engine.attach(
                pd.createQp(Sims.qp(type, engine.cq()).maxInlineData(16).build()));
    }

    /** Closes the engine's objects as well. It does not wait for transfers in flight. */
    @AfterEach
    void close() {
        context.close();
    }

    private AsyncTransferTest connected() {
        Connector.create().connect(near.qp(), far.qp());
        return this;
    }

    private Destination datagrams() {
        near = attach(QpType.UD);
        far = attach(QpType.UD);
        PeerPair peers = Connector.create().connect(near.qp(), far.qp());
        var peer = peers.ofFirst();
        return new Destination(
                pd.createAh(peer.address()),
                peer.endpoint().qpNum(),
                peer.endpoint().qkey());
    }

    /** Makes progress until a future is done. The simulator has already executed the posted requests. */
    private <T> T done(CompletableFuture<T> future) throws Exception {
        int handled = 1;
        while (!future.isDone() && handled > 0) {
            handled = engine.progress();
        }
        assertThat(future).isDone();
        return future.get();
    }

    /** Makes progress until a future is done, and waits for retries if the receive was posted late. */
    private <T> T awaited(CompletableFuture<T> future) throws Exception {
        while (!future.isDone()) {
            engine.progress(Duration.ofSeconds(1));
        }
        return future.get();
    }

    private Throwable failure(CompletableFuture<?> future) {
        return catchThrowableOfType(ExecutionException.class, () -> done(future))
                .getCause();
    }

    private static ByteBuffer text(String text) {
        return StandardCharsets.US_ASCII.encode(text);
    }

    private void fill(long offset, String text) {
        mr.view(offset, text.length()).put(text(text));
    }

    // ---------------------------------------------------------------- messages

    @Test
    void partsOfABufferAreSent() throws Exception {
        connected();
        CompletableFuture<Message> received = far.recv();
        ByteBuffer data = text("--middle--").position(2).limit(8);

        done(near.send(data));

        Message message = done(received);
        assertThat(message.data()).isEqualTo(text("middle"));
        assertThat(message.srcQp()).as("a connection has one sender").isZero();
        assertThat(message.immData()).isEmpty();
        assertThat(message.invalidatedRkey()).isEmpty();
        assertThat(data.position()).isEqualTo(2);
    }

    @Test
    void aMessageMayBeEmpty() throws Exception {
        connected();
        CompletableFuture<Message> first = far.recv();
        CompletableFuture<Message> second = far.recv(mr, 0, 0);
        CompletableFuture<Message> third = far.recv();

        done(near.send(ByteBuffer.allocate(0)));
        done(near.sendImm(ByteBuffer.allocate(0), -1));
        done(near.send(mr, 4096, 0));

        assertThat(done(first).length()).isZero();
        assertThat(done(first).immData()).isEmpty();
        assertThat(done(second).immData()).hasValue(-1);
        assertThat(done(third).data()).isEqualTo(ByteBuffer.allocate(0));
    }

    @Test
    void datagramsReportTheirSenderAndLength() throws Exception {
        Destination to = datagrams();
        fill(0, "from a region");
        CompletableFuture<Message> first = far.recv();
        CompletableFuture<Message> second = far.recv(mr, 1024, 100);
        CompletableFuture<Message> third = far.recv();

        done(near.sendImm(text("imm"), 0xCAFE, to));
        done(near.send(mr, 7, 6, to));
        done(near.send(text("x".repeat(BUFFER_SIZE - 40)), to));

        assertThat(done(first).immData()).hasValue(0xCAFE);
        assertThat(done(first).data()).isEqualTo(text("imm"));
        assertThat(done(second).length()).isEqualTo(6);
        assertThat(done(second).srcQp()).isEqualTo(near.qp().qpNum());
        assertThat(mr.view(1064, 6)).isEqualTo(text("region"));
        assertThat(done(third).data()).isEqualTo(text("x".repeat(BUFFER_SIZE - 40)));
    }

    /** A message reports the rkey of the window that it invalidated. The sender posts it without the engine. */
    @Test
    void aMessageReportsTheInvalidatedRkey() throws Exception {
        connected();
        MemoryWindow window = pd.allocMw(MwType.TYPE_2);
        long key = MemoryWindow.nextRkey(window.rkey());
        MwBindInfo part = new MwBindInfo(mr, mr.iova(), 64, Flags.of(AccessFlag.REMOTE_READ));
        post(far, wr -> wr.bindMw(window, key, part));
        CompletableFuture<Message> received = far.recv();

        post(near, wr -> wr.sendInv(key));

        assertThat(done(received).invalidatedRkey()).hasValue(key);
        assertThat(received.get().immData()).isEmpty();
        assertThat(engine.strayCompletions())
                .as("completions of requests posted without the engine")
                .isEqualTo(2);
    }

    private void post(AsyncQueuePair from, Consumer<SendWr> request) {
        SendBatch batch = context.newSendBatch(1, 1, 0);
        request.accept(batch.add().wrId(5).signaled());
        from.qp().postSend(batch);
    }

    // ---------------------------------------------------------------- memory of the peer

    @Test
    void writesWithImmediateDataNotifyThePeer() throws Exception {
        connected();
        fill(0, "region");
        CompletableFuture<Message> first = far.recv();
        CompletableFuture<Message> second = far.recv();

        done(near.writeImm(mr, 0, 6, mr.iova() + 512, mr.rkey(), -7));
        done(near.writeImm(text("buffer"), mr.iova() + 1024, mr.rkey(), 8));

        assertThat(done(first).immData()).hasValue(-7);
        assertThat(done(first).length()).isEqualTo(6);
        assertThat(done(second).immData()).hasValue(8);
        assertThat(done(second).data().hasRemaining()).isFalse();
        assertThat(mr.view(512, 6)).isEqualTo(text("region"));
        assertThat(mr.view(1024, 6)).isEqualTo(text("buffer"));
    }

    /** The engine copies data that do not fit inline into a buffer. */
    @Test
    void longDataAreSentFromABuffer() throws Exception {
        connected();
        String text = "0123456789".repeat(LONGER_THAN_INLINE / 10);
        CompletableFuture<Message> sent = far.recv();
        done(near.sendImm(text(text), 5));
        CompletableFuture<Message> written = far.recv();
        done(near.writeImm(text(text), mr.iova() + 512, mr.rkey(), 6));
        done(near.write(text(text), mr.iova() + 1024, mr.rkey()));

        assertThat(done(sent).data()).isEqualTo(text(text));
        assertThat(done(sent).immData()).hasValue(5);
        assertThat(done(written).immData()).hasValue(6);
        assertThat(mr.view(512, LONGER_THAN_INLINE)).isEqualTo(text(text));
        assertThat(mr.view(1024, LONGER_THAN_INLINE)).isEqualTo(text(text));
    }

    @Test
    void longDatagramsAreSentFromABuffer() throws Exception {
        Destination to = datagrams();
        String text = "x".repeat(BUFFER_SIZE - 40);
        CompletableFuture<Message> received = far.recv();

        done(near.sendImm(text(text), 5, to));

        assertThat(done(received).data()).isEqualTo(text(text));
        assertThat(done(received).immData()).hasValue(5);
    }

    @Test
    void atomicsReturnThePreviousValue() throws Exception {
        connected();
        ByteBuffer counter = mr.view(8, 8).order(ByteOrder.nativeOrder());
        counter.putLong(0, 40);

        assertThat(done(near.fetchAdd(mr.iova() + 8, mr.rkey(), 2))).isEqualTo(40);
        assertThat(done(near.compareSwap(mr.iova() + 8, mr.rkey(), 42, -1))).isEqualTo(42);
        assertThat(done(near.compareSwap(mr.iova() + 8, mr.rkey(), 42, 5))).isEqualTo(-1);
        assertThat(counter.getLong(0)).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, BUFFER_SIZE})
    void readsTransferUpToTheBufferSize(int length) throws Exception {
        connected();
        ByteBuffer there = mr.view(64, BUFFER_SIZE);
        for (int i = 0; i < BUFFER_SIZE; i++) {
            there.put(i, (byte) (i * 7 + 1));
        }

        ByteBuffer copy = done(near.read(length, mr.iova() + 64, mr.rkey()));

        assertThat(copy).isEqualTo(mr.view(64, length));
        assertThat(copy.isReadOnly()).isFalse();
    }

    @Test
    void lengthsOutOfRangeAreRejected() {
        connected();
        int room = near.sendSlots();
        for (CompletableFuture<?> refused : List.of(
                near.read(-1, mr.iova(), mr.rkey()),
                near.read(BUFFER_SIZE + 1, mr.iova(), mr.rkey()),
                near.send(ByteBuffer.allocate(BUFFER_SIZE + 1)))) {
            assertThat(failure(refused))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("queue pair " + near.qp().qpNum())
                    .hasMessageContaining("ibv_post_send")
                    .hasMessageContaining("limit " + BUFFER_SIZE);
        }
        assertThat(near.sendSlots()).isEqualTo(room);
    }

    // ---------------------------------------------------------------- failures

    /** Returns calls that the peer rejects; each failure must name its call. */
    static Stream<String> refusals() {
        return Stream.of("write", "write region", "writeImm", "writeImm region", "read region", "cas", "add");
    }

    private CompletableFuture<?> refused(String call) {
        long addr = mr.iova();
        long wrong = mr.rkey() ^ 0xFF00;
        return switch (call) {
            case "write" -> near.write(text("x"), addr, wrong);
            case "write region" -> near.write(mr, 0, 1, addr, wrong);
            case "writeImm" -> near.writeImm(text("x"), addr, wrong, 1);
            case "writeImm region" -> near.writeImm(mr, 0, 1, addr, wrong, 1);
            case "read region" -> near.read(mr, 0, 1, addr, wrong);
            case "cas" -> near.compareSwap(addr, wrong, 0, 1);
            default -> near.fetchAdd(addr, wrong, 1);
        };
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aWrongKeyFailsTheFuture(String call) {
        connected();
        far.recv();
        WcOpcode opcode = call.startsWith("write")
                ? WcOpcode.RDMA_WRITE
                : call.equals("cas")
                        ? WcOpcode.COMP_SWAP
                        : call.equals("add") ? WcOpcode.FETCH_ADD : WcOpcode.RDMA_READ;

        assertThat(failure(refused(call))).isInstanceOfSatisfying(WorkRequestException.class, e -> {
            assertThat(e.opcode()).isEqualTo(opcode);
            assertThat(e.status()).isEqualTo(WcStatus.REM_ACCESS_ERR);
            assertThat(e.statusCode()).isEqualTo(WcStatus.REM_ACCESS_ERR.value());
            assertThat(e)
                    .hasMessage("%s on queue pair %d ended with IBV_WC_REM_ACCESS_ERR (wr_id 0x%x, vendor_err 0x%x)"
                            .formatted(opcode.cName(), near.qp().qpNum(), e.wrId(), e.vendorErr()));
        });
    }

    @Test
    void requestsAfterAFailureAreFlushed() {
        connected();
        CompletableFuture<?> wrong = refused("write");
        CompletableFuture<Void> next = near.send(text("next"));

        assertThat(failure(wrong)).hasMessageEndingWith(")");
        assertThat(failure(next))
                .hasMessageContaining("IBV_WC_WR_FLUSH_ERR")
                .hasMessageEndingWith(": the queue pair is in error");
    }

    @Test
    void aSendBeforeRtsIsRefusedByTheDriver() {
        int room = near.sendSlots();

        assertThat(failure(near.send(text("early")))).isInstanceOf(VerbsException.class);

        assertThat(near.sendSlots()).isEqualTo(room);
        assertThat(near.qp().isClosed()).isFalse();
    }

    // ---------------------------------------------------------------- buffers

    /** Two receives and a long send use all three buffers. Inline data need no buffer. */
    @Test
    void completedCallsReturnTheirBuffers() throws Exception {
        connected();
        CompletableFuture<Message> first = far.recv();
        CompletableFuture<Message> second = far.recv();
        CompletableFuture<Void> sent = near.send(ByteBuffer.allocate(LONGER_THAN_INLINE));
        for (Supplier<CompletableFuture<?>> call : List.<Supplier<CompletableFuture<?>>>of(
                () -> near.send(ByteBuffer.allocate(LONGER_THAN_INLINE)), () -> near.read(1, 0, 0), far::recv)) {
            assertThat(failure(call.get())).isInstanceOfSatisfying(PostException.class, e -> {
                assertThat(e.isQueueFull()).isTrue();
                assertThat(e.errno()).isEqualTo(Errno.ENOMEM);
                assertThat(e).hasMessageContaining("buffers of the engine in use");
            });
        }
        int inline = (int) near.qp().grantedCap().maxInlineData();
        CompletableFuture<Void> small = near.send(ByteBuffer.allocate(inline));

        done(sent);
        done(first);
        done(small);
        assertThat(done(second).data()).isEqualTo(ByteBuffer.allocate(inline));

        List<CompletableFuture<Message>> again = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            again.add(far.recv());
        }
        assertThat(again).noneMatch(CompletableFuture::isDone);
        for (CompletableFuture<Message> each : again) {
            done(near.send(text("x")));
            assertThat(done(each).data()).isEqualTo(text("x"));
        }
    }

    @Test
    void sendSlotsAreFreedByCompletions() throws Exception {
        connected();
        int room = near.sendSlots();
        assertThat(room).isEqualTo((int) near.qp().grantedCap().maxSendWr());
        List<CompletableFuture<Void>> sent = new ArrayList<>();
        for (int i = 0; i < room; i++) {
            assertThat(near.awaitSendSlot(Duration.ZERO)).isTrue();
            sent.add(near.send(text("x")));
        }

        assertThat(near.sendSlots()).isZero();
        assertThat(near.awaitSendSlot(Duration.ZERO)).isFalse();
        assertThat(near.awaitSendSlot(Duration.ofMillis(1))).isFalse();
        assertThat(failure(near.send(text("x"))))
                .isInstanceOfSatisfying(
                        PostException.class, e -> assertThat(e.isQueueFull()).isTrue())
                .hasMessageContainingAll("max_send_wr", room + " operations in flight", "awaitSendSlot");
        assertThat(near.sendSlots()).isZero();
        for (int i = 0; i < room; i++) {
            awaited(far.recv());
        }
        for (CompletableFuture<Void> each : sent) {
            awaited(each);
        }
        assertThat(near.sendSlots()).isEqualTo(room);
        assertThat(near.awaitSendSlot(Duration.ofSeconds(60))).isTrue();
    }

    @Test
    void failuresOfAClosedQueuePairContainItsNumber() {
        connected();
        CompletableFuture<Message> received = near.recv();
        long number = near.qp().qpNum();
        assertThat(near).hasToString("queue pair " + number);

        near.close();
        near.close();

        assertThat(failure(received))
                .isInstanceOf(WorkRequestException.class)
                .hasMessageContaining("IBV_WC_WR_FLUSH_ERR")
                .hasMessageEndingWith(": the queue pair was closed");
        assertThat(near.recvSlots()).isEqualTo(16);
        for (CompletableFuture<?> late : List.of(near.recv(), near.send(text("x")), near.read(1, 0, 0))) {
            assertThat(failure(late))
                    .isInstanceOf(ClosedHandleException.class)
                    .hasMessageContaining("queue pair " + number);
        }
        assertThatExceptionOfType(ClosedHandleException.class)
                .isThrownBy(() -> near.qp().query());
    }
}
