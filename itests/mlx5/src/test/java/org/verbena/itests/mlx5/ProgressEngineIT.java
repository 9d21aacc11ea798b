// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.Message;
import org.verbena.async.ProgressEngine;
import org.verbena.attr.QpType;
import org.verbena.connect.Connector;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/** Checks the progress engine of the API on libmlx5. Failed calls leak nothing, and every future completes. */
@Timeout(120)
class ProgressEngineIT {
    private static final int BUFFERS = 4;
    private static final int BUFFER_SIZE = 4096;

    private static ProgressEngine engine(ProtectionDomain pd) {
        return ProgressEngine.builder(pd)
                .buffers(BUFFERS)
                .bufferSize(BUFFER_SIZE)
                .build();
    }

    private static QpInitAttr.Builder request(ProgressEngine engine) {
        return QpInitAttr.builder()
                .qpType(QpType.RC)
                .sendCq(engine.cq())
                .recvCq(engine.cq())
                .maxSendWr(8)
                .maxRecvWr(8)
                .maxSendSge(1)
                .maxRecvSge(1);
    }

    private static DeviceContext open(String provider) {
        return Mlx5.provider(provider).device(Mlx5.DEVICE).open();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void failedSendsOfClosedArenasLeakNothing(String provider) throws Exception {
        try (DeviceContext context = open(provider)) {
            ProtectionDomain pd = context.allocPd();
            try (ProgressEngine engine = engine(pd)) {
                AsyncQueuePair near = engine.attach(
                        pd.createQp(request(engine).maxInlineData(64).build()));
                AsyncQueuePair far = engine.attach(pd.createQp(request(engine).build()));
                Connector.create().connect(near.qp(), far.qp());
                engine.start();
                int room = near.sendSlots();
                for (int i = 0; i < 3 * (BUFFERS + room); i++) {
                    for (int length : List.of(8, BUFFER_SIZE)) {
                        ByteBuffer closed = ofClosedArena(length);
                        assertThat(near.send(closed)).isCompletedExceptionally();
                        assertThat(near.write(closed, 0, 0)).isCompletedExceptionally();
                    }
                }
                assertThat(near.sendSlots()).isEqualTo(room);

                List<CompletableFuture<Message>> received = new ArrayList<>();
                for (int i = 0; i < BUFFERS / 2; i++) {
                    received.add(far.recv());
                }
                for (CompletableFuture<Message> message : received) {
                    near.send(ByteBuffer.allocate(BUFFER_SIZE)).get(60, TimeUnit.SECONDS);
                    assertThat(message.get(60, TimeUnit.SECONDS).length()).isEqualTo(BUFFER_SIZE);
                }
            }
        }
        assertThat(FakedKernel.objects()).isZero();
    }

    private static ByteBuffer ofClosedArena(int length) {
        try (Arena arena = Arena.ofShared()) {
            return arena.allocate(length).asByteBuffer();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void unpluggedDeviceFailsOpenAndLaterFutures(String provider) {
        try (DeviceContext context = open(provider)) {
            ProtectionDomain pd = context.allocPd();
            try (ProgressEngine engine = engine(pd)) {
                AsyncQueuePair near = engine.attach(pd.createQp(request(engine).build()));
                AsyncQueuePair far = engine.attach(pd.createQp(request(engine).build()));
                Connector.create().connect(near.qp(), far.qp());
                CompletableFuture<Message> open = far.recv();
                engine.start();

                FakedKernel.unplug();

                assertEio(open);
                assertEio(far.recv());
                assertEio(near.send(ByteBuffer.allocate(8)));
            }
        }
        assertThat(FakedKernel.objects()).isZero();
    }

    private static void assertEio(CompletableFuture<?> future) {
        assertThatThrownBy(() -> future.get(60, TimeUnit.SECONDS))
                .cause()
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EIO));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void queuePairWithoutSendElementsIsRejected(String provider) {
        try (DeviceContext context = open(provider)) {
            ProtectionDomain pd = context.allocPd();
            try (ProgressEngine engine = engine(pd);
                    var qp = pd.createQp(
                            request(engine).maxSendSge(0).maxInlineData(64).build())) {
                assertThat(qp.grantedCap().maxSendSge()).isZero();
                assertThatThrownBy(() -> engine.attach(qp))
                        .isInstanceOf(InvalidRequestException.class)
                        .hasMessageContaining("max_send_sge = 0, limit 1..");
            }
        }
    }
}
