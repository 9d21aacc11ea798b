// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.Destination;
import org.verbena.async.Message;
import org.verbena.async.ProgressEngine;
import org.verbena.async.WorkRequestException;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.QpType;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;
import org.verbena.connect.Connector;
import org.verbena.connect.ConnectorSettings;
import org.verbena.connect.PeerPair;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;

/** Checks the futures of the API on simulated queue pairs. */
@Timeout(120)
class AsyncQueuePairTest {
    private static final Flags<AccessFlag> EVERYTHING =
            Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC);

    private final DeviceContext context = Sims.open("mlx5");
    private final ProtectionDomain pd = context.allocPd();
    private final ProgressEngine engine = ProgressEngine.create(pd);

    @AfterEach
    void close() {
        engine.close();
        context.close();
    }

    private AsyncQueuePair attach(QpType type) {
        return engine.attach(pd.createQp(Sims.qp(type, engine.cq()).build()));
    }

    /** Two connected ends; a thread of the engine makes progress. */
    private record Ends(AsyncQueuePair near, AsyncQueuePair far, PeerPair peers) {}

    private Ends connected(QpType type) {
        Ends ends = connectedAtRest(type);
        engine.start();
        return ends;
    }

    private Ends connectedAtRest(QpType type) {
        AsyncQueuePair near = attach(type);
        AsyncQueuePair far = attach(type);
        return new Ends(near, far, Connector.create().connect(near.qp(), far.qp()));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 60, 61, 4096})
    void aMessageArrives(int length) throws Exception {
        Ends ends = connected(QpType.RC);
        ByteBuffer data = bytes(length);

        CompletableFuture<Message> received = ends.far().recv();
        ends.near().send(data).get();
        data.clear().put(new byte[length]); // send has copied the content

        assertThat(received.get().data()).isEqualTo(bytes(length));
        assertThat(received.get().length()).isEqualTo(length);
        assertThat(received.get().immData()).isEmpty();
    }

    @Test
    void immediateDataArriveAsTheyWereGiven() throws Exception {
        Ends ends = connected(QpType.UC);

        CompletableFuture<Message> received = ends.far().recv();
        ends.near().sendImm(text("hello"), 0xCAFE_BABE).get();

        assertThat(received.get().immData()).hasValue(0xCAFE_BABE);
        assertThat(received.get().data()).isEqualTo(text("hello"));
    }

    @Test
    void datagramsComeWithoutTheirHeader() throws Exception {
        Ends ends = connected(QpType.UD);
        var peer = ends.peers().ofFirst();
        Destination far = new Destination(
                pd.createAh(peer.address()),
                peer.endpoint().qpNum(),
                peer.endpoint().qkey());

        CompletableFuture<Message> received = ends.far().recv();
        ends.near().send(text("datagram"), far).get();

        assertThat(received.get().data()).isEqualTo(text("datagram"));
        assertThat(received.get().length()).isEqualTo(8);
        assertThat(received.get().srcQp()).isEqualTo(ends.near().qp().qpNum());
    }

    @Test
    void regionsAreSentAndReceivedInPlace() throws Exception {
        Ends ends = connected(QpType.RC);
        MemoryRegion mr = pd.allocMr(100_000, EVERYTHING);
        mr.view(0, 50_000).put(bytes(50_000));

        CompletableFuture<Message> received = ends.far().recv(mr, 50_000, 50_000);
        ends.near().send(mr, 0, 50_000).get();

        assertThat(received.get().length()).isEqualTo(50_000);
        assertThat(received.get().data().hasRemaining()).isFalse();
        assertThat(mr.view(50_000, 50_000)).isEqualTo(bytes(50_000));
    }

    @Test
    void memoryOfThePeerIsWrittenAndRead() throws Exception {
        Ends ends = connected(QpType.RC);
        MemoryRegion mr = pd.allocMr(4096, EVERYTHING);

        ends.near().write(text("written"), mr.iova() + 8, mr.rkey()).get();

        assertThat(mr.view(8, 7)).isEqualTo(text("written"));
        assertThat(ends.near().read(7, mr.iova() + 8, mr.rkey()).get()).isEqualTo(text("written"));
        ends.near().read(mr, 100, 7, mr.iova() + 8, mr.rkey()).get();
        assertThat(mr.view(100, 7)).isEqualTo(text("written"));
        ends.near().write(mr, 100, 7, mr.iova() + 200, mr.rkey()).get();
        assertThat(mr.view(200, 7)).isEqualTo(text("written"));
    }

    @Test
    void aWriteWithImmediateDataConsumesAReceive() throws Exception {
        Ends ends = connected(QpType.RC);
        MemoryRegion mr = pd.allocMr(64, EVERYTHING);

        CompletableFuture<Message> received = ends.far().recv();
        ends.near().writeImm(text("there"), mr.iova(), mr.rkey(), 7).get();

        assertThat(received.get().immData()).hasValue(7);
        assertThat(received.get().length()).isEqualTo(5);
        assertThat(received.get().data().hasRemaining()).isFalse();
        assertThat(mr.view(0, 5)).isEqualTo(text("there"));
    }

    @Test
    void atomicsReturnThePreviousValue() throws Exception {
        Ends ends = connected(QpType.RC);
        MemoryRegion mr = pd.allocMr(64, EVERYTHING);
        ByteBuffer counter = mr.view(0, 8).order(ByteOrder.nativeOrder());
        counter.putLong(0, 40);

        assertThat(ends.near().fetchAdd(mr.iova(), mr.rkey(), 2).get()).isEqualTo(40);
        assertThat(ends.near().compareSwap(mr.iova(), mr.rkey(), 42, -1).get()).isEqualTo(42);
        assertThat(ends.near().compareSwap(mr.iova(), mr.rkey(), 42, 5).get()).isEqualTo(-1);
        assertThat(counter.getLong(0)).isEqualTo(-1);
    }

    @Test
    void aReadWithoutRemoteAccessFailsWithTheStatus() {
        Ends ends = connected(QpType.RC);
        MemoryRegion mr = pd.allocMr(64, Flags.of(AccessFlag.LOCAL_WRITE));

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> ends.near().read(8, mr.iova(), mr.rkey()).get())
                .havingCause()
                .isInstanceOfSatisfying(WorkRequestException.class, e -> {
                    assertThat(e.status()).isEqualTo(WcStatus.REM_ACCESS_ERR);
                    assertThat(e.opcode()).isEqualTo(WcOpcode.RDMA_READ);
                })
                .withMessageContaining(
                        "IBV_WC_RDMA_READ on queue pair " + ends.near().qp().qpNum())
                .withMessageContaining("IBV_WC_REM_ACCESS_ERR");
        assertThatThrownBy(() -> ends.near().send(text("after")).get())
                .hasMessageContaining("IBV_WC_WR_FLUSH_ERR")
                .hasMessageContaining("the queue pair is in error");
    }

    @Test
    void aFullReceiveQueueRejectsReceivesUntilOneCompletes() throws Exception {
        Ends ends = connectedAtRest(QpType.RC);
        int room = ends.far().recvSlots();
        List<CompletableFuture<Message>> received = new ArrayList<>();
        for (int i = 0; i < room; i++) {
            received.add(ends.far().recv());
        }

        assertThat(ends.far().recvSlots()).isZero();
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> ends.far().recv().get())
                .havingCause()
                .isInstanceOfSatisfying(
                        PostException.class, e -> assertThat(e.isQueueFull()).isTrue());
        assertThat(received).noneMatch(CompletableFuture::isDone);

        CompletableFuture<Void> sent = ends.near().send(text("x"));
        while (!received.get(0).isDone() || !sent.isDone()) {
            engine.progress(Duration.ofSeconds(1));
        }
        assertThat(ends.far().recvSlots()).isEqualTo(1);
    }

    @Test
    void dataLongerThanABufferAreRejected() {
        Ends ends = connected(QpType.RC);

        assertThatThrownBy(() -> ends.near().send(bytes(4097)).get())
                .hasCauseInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("length = 4097, limit 4096");
        assertThatThrownBy(() -> ends.near().read(4097, 0, 0).get()).hasMessageContaining("limit 4096");
        assertThat(ends.near().sendSlots()).isEqualTo(attach(QpType.RC).sendSlots());
    }

    @Test
    void tensOfThousandsOfMessagesArriveInOrder() throws Exception {
        int messages = 20_000;
        Ends ends = connected(QpType.RC);
        List<CompletableFuture<Message>> window = new ArrayList<>();
        int depth = Math.min(16, ends.far().recvSlots());
        for (int i = 0; i < depth; i++) {
            window.add(ends.far().recv());
        }
        CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> sendNumbers(ends.near(), messages));

        for (int i = 0; i < messages; i++) {
            Message message = window.get(i % depth).get();
            assertThat(message.data().getInt()).isEqualTo(i);
            window.set(i % depth, ends.far().recv());
        }

        sender.get();
        assertThat(engine.strayCompletions()).isZero();
    }

    private static void sendNumbers(AsyncQueuePair from, int messages) {
        List<CompletableFuture<Void>> sent = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            try {
                assertThat(from.awaitSendSlot(Duration.ofSeconds(30))).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            sent.add(from.send(ByteBuffer.allocate(4).putInt(0, i)));
        }
        sent.forEach(CompletableFuture::join);
    }

    @Test
    void aCallbackOfAFutureMayPostAndClose() throws Exception {
        Ends ends = connected(QpType.RC);

        CompletableFuture<Message> reply = ends.near().recv();
        ends.far().recv().thenAccept(message -> ends.far().send(message.data()).thenRun(ends.far()::close));
        ends.near().send(text("ping")).get();

        assertThat(reply.get().data()).isEqualTo(text("ping"));
    }

    @Test
    void aCloseInACallbackKeepsArrivedMessages() throws Exception {
        Ends ends = connectedAtRest(QpType.RC);
        CompletableFuture<Void> closed = ends.far().recv().thenRun(ends.far()::close);
        CompletableFuture<Message> second = ends.far().recv();
        ends.near().send(text("first"));
        ends.near().send(text("second"));

        while (!closed.isDone()) {
            engine.progress(Duration.ofSeconds(1));
        }

        assertThat(second.get().data()).isEqualTo(text("second"));
        assertThat(engine.strayCompletions()).isZero();
    }

    @Test
    void aCloseThatFailedWithEbusyCanBeRepeated() {
        AsyncQueuePair qp = attach(QpType.UD);
        CompletableFuture<Message> received = qp.recv();
        Gid group = Gid.parse("ff0e:0000:0000:0000:0000:0000:0000:0001");
        qp.qp().attachMcast(group, 0);

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(qp::close)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EBUSY));
        qp.qp().detachMcast(group, 0);
        qp.close();

        assertThat(qp.qp().isClosed()).isTrue();
        assertThat(received).isCompletedExceptionally();
    }

    @Test
    void closingTheContextFailsPendingAndLaterCalls() {
        Ends ends = connectedAtRest(QpType.RC);
        CompletableFuture<Message> received = ends.near().recv();

        context.close();

        assertThatExceptionOfType(ClosedHandleException.class)
                .isThrownBy(() -> engine.progress(Duration.ofSeconds(60)));
        assertThat(received).isCompletedExceptionally();
        assertThatThrownBy(() -> ends.near().recv().get()).hasCauseInstanceOf(ClosedHandleException.class);
    }

    @Test
    void closingAQueuePairFailsPendingReceives() {
        Ends ends = connected(QpType.RC);
        CompletableFuture<Message> received = ends.far().recv();

        ends.far().close();

        assertThatThrownBy(received::get)
                .hasCauseInstanceOf(WorkRequestException.class)
                .hasMessageContaining("the queue pair was closed");
        assertThat(ends.far().qp().isClosed()).isTrue();
        assertThatThrownBy(() -> ends.far().recv().get()).hasCauseInstanceOf(ClosedHandleException.class);
    }

    @Test
    void closingTheEngineClosesItsQueuePairsAndIsIdempotent() {
        Ends ends = connected(QpType.RC);
        List<CompletableFuture<Message>> received =
                List.of(ends.near().recv(), ends.far().recv());

        engine.close();
        engine.close();

        assertThat(received).allSatisfy(future -> assertThat(future).isCompletedExceptionally());
        assertThat(ends.near().qp().isClosed()).isTrue();
        assertThat(engine.cq().isClosed()).isTrue();
        assertThatThrownBy(() -> ends.near().send(text("late")).get()).hasCauseInstanceOf(ClosedHandleException.class);
    }

    @Test
    void aTimedOutReceiveStaysPostedUntilAMessageArrives() throws Exception {
        Ends ends = connected(QpType.RC);
        int room = ends.far().recvSlots();

        CompletableFuture<Message> impatient = ends.far().recv().orTimeout(20, TimeUnit.MILLISECONDS);
        assertThatThrownBy(impatient::get).isInstanceOf(ExecutionException.class);
        assertThat(ends.far().recvSlots()).isEqualTo(room - 1);

        CompletableFuture<Message> next = ends.far().recv();
        ends.near().send(text("first")).get();
        ends.near().send(text("second")).get();
        assertThat(next.get().data()).isEqualTo(text("second"));
    }

    @Test
    void aSendToAClosedPeerFailsAfterItsRetries() {
        AsyncQueuePair near = attach(QpType.RC);
        QueuePair gone = pd.createQp(Sims.qp(QpType.RC, Sims.cq(context)).build());
        ConnectorSettings impatient =
                ConnectorSettings.builder().timeout(1).retryCnt(1).build();
        Connector.create(impatient).connect(near.qp(), gone);
        gone.close();
        engine.start();

        assertThatThrownBy(() -> near.send(text("anybody?")).get())
                .hasCauseInstanceOf(WorkRequestException.class)
                .hasMessageContaining("IBV_WC_RETRY_EXC_ERR");
    }

    @Test
    void attachRejectsAQueuePairOfAnotherCompletionQueue() {
        QueuePair other = pd.createQp(Sims.qp(QpType.RC, Sims.cq(context)).build());

        assertThatThrownBy(() -> engine.attach(other))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("send_cq");
    }

    @Test
    void aSecondStartOfTheEngineFails() {
        engine.start();

        assertThatThrownBy(engine::start).isInstanceOf(IllegalStateException.class);
    }

    private static ByteBuffer text(String text) {
        return StandardCharsets.US_ASCII.encode(text);
    }

    private static ByteBuffer bytes(int length) {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        for (int i = 0; i < length; i++) {
            bytes.put(i, (byte) (i * 31 + 7));
        }
        return bytes;
    }
}
