// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.Message;
import org.verbena.async.ProgressEngine;
import org.verbena.async.WorkRequestException;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;
import org.verbena.connect.Connector;
import org.verbena.error.PostException;
import org.verbena.memory.RemoteMemory;

/** Checks {@code recvEach}, and a message that describes memory of the peer. */
@Timeout(120)
class AsyncReceiveTest {
    private final DeviceContext context = Sims.open("mlx5");
    private final ProtectionDomain pd = context.allocPd();
    private final ProgressEngine engine = ProgressEngine.create(pd).start();
    private final AsyncQueuePair near = attach();
    private final AsyncQueuePair far = attach();

    AsyncReceiveTest() throws Exception {
        Connector.create().connect(near.qp(), far.qp());
    }

    @AfterEach
    void close() {
        engine.close();
        context.close();
    }

    private AsyncQueuePair attach() {
        return engine.attach(pd.createQp(Sims.qp(QpType.RC, engine.cq()).build()));
    }

    private void send(int number) throws Exception {
        near.send(ByteBuffer.allocate(4).putInt(0, number)).get();
    }

    private int most() {
        return (int) far.qp().grantedCap().maxRecvWr();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void allMessagesArriveInTheirOrder(boolean sentBefore) throws Exception {
        List<Integer> received = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<Void> last = new CompletableFuture<>();
        CompletableFuture<Void> early = new CompletableFuture<>();
        if (sentBefore) {
            // The device retries the send until a receive is posted.
            near.send(ByteBuffer.allocate(4)).thenRun(() -> early.complete(null));
        }

        CompletableFuture<Void> end = far.recvEach(3, message -> {
            received.add(message.data().getInt());
            if (received.size() == 1000) {
                last.complete(null);
            }
        });
        if (sentBefore) {
            early.get();
        }
        for (int i = sentBefore ? 1 : 0; i < 1000; i++) {
            send(i);
        }

        last.get();
        assertThat(received).isEqualTo(IntStream.range(0, 1000).boxed().toList());
        assertThat(end).isNotDone();
        assertThat(far.recvSlots()).isEqualTo(most() - 3);
    }

    @Test
    void closingTheQueuePairEndsRecvEach() {
        CompletableFuture<Void> end = far.recvEach(most(), message -> {});

        far.close();

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(end::get)
                .withCauseInstanceOf(WorkRequestException.class)
                .satisfies(e -> assertThat(((WorkRequestException) e.getCause()).status())
                        .isEqualTo(WcStatus.WR_FLUSH_ERR));
    }

    @Test
    void anExceptionOfTheConsumerEndsRecvEach() throws Exception {
        BlockingQueue<Message> received = new LinkedBlockingQueue<>();
        IllegalStateException failure = new IllegalStateException("wrong message");
        CompletableFuture<Void> end = far.recvEach(2, message -> {
            received.add(message);
            throw failure;
        });
        send(1);
        assertThatThrownBy(end::get).hasCause(failure);
        send(2);

        assertThat(received).hasSize(1);
    }

    @Test
    void cancellingTheFutureEndsRecvEach() throws Exception {
        BlockingQueue<Message> received = new LinkedBlockingQueue<>();
        CompletableFuture<Void> end = far.recvEach(2, received::add);
        send(1);
        assertThat(received.poll(1, TimeUnit.MINUTES)).isNotNull();

        end.cancel(false);
        send(2);
        send(3);

        assertThat(far.recvSlots()).isEqualTo(most());
        assertThat(received).isEmpty();
    }

    @Test
    void aFullReceiveQueueEndsRecvEach() throws Exception {
        far.recv();
        CompletableFuture<Void> end = far.recvEach(most(), message -> {});
        for (int i = 0; i < most(); i++) {
            send(i);
        }

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(end::get)
                .withCauseInstanceOf(PostException.class);
    }

    @Test
    void theNumberOfReceivesIsLimited() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> far.recvEach(0, message -> {}))
                .withMessageContaining("receives = 0, limit 1.." + most());
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> far.recvEach(most() + 1, message -> {}));
        assertThat(far.recvSlots()).isEqualTo(most());
    }

    @Test
    void memoryOfThePeerIsDescribedInAMessage() throws Exception {
        MemoryRegion table = pd.allocMr(64, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ);
        CompletableFuture<Message> received = far.recv();
        near.send(RemoteMemory.of(table).toBytes()).get();
        RemoteMemory remote = RemoteMemory.readFrom(received.get().data());

        far.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), remote.part(10, 3)).get();

        assertThat(table.view(9, 5)).isEqualTo(ByteBuffer.wrap(new byte[] {0, 1, 2, 3, 0}));
        assertThat(far.read(remote.part(10, 3)).get()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        assertThatThrownBy(far.write(ByteBuffer.allocate(4), remote.part(10, 3))::get)
                .hasCauseInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("length = 4, limit 3");
    }
}
