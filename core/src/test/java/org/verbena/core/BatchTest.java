// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.stubbing.Answer;
import org.verbena.AddressHandle;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MwBindInfo;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.RecvWr;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.WqCap;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.PostException;
import org.verbena.error.Violation;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.work.SendWrLayout;

/** Tests that a batch belongs to one thread at a time, and that a post does not change it. */
class BatchTest {
    private static final FakeDriver DRIVER = new FakeDriver();
    private static final DeviceContext CONTEXT = DRIVER.open();
    private static final ProtectionDomain PD = CONTEXT.allocPd();
    private static final CompletionQueue CQ = FakeDriver.cq(CONTEXT);
    private static final MemoryRegion REGION =
            PD.regMr(ByteBuffer.allocateDirect(4096), Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND));
    private static final AddressHandle ADDRESS = PD.createAh(AhAttr.builder().build());
    private static final MemoryWindow WINDOW = PD.allocMw(MwType.TYPE_2);

    /** A change, with the name that a failed test shows. */
    private record Change<T>(String name, Consumer<T> action) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static <T> Change<T> change(String name, Consumer<T> action) {
        return new Change<>(name, action);
    }

    static Stream<Change<SendWr>> sendChanges() {
        ByteBuffer data = ByteBuffer.allocate(4);
        MwBindInfo part = new MwBindInfo(REGION, REGION.address(), 64, Flags.of(AccessFlag.REMOTE_READ));
        return Stream.of(
                change("wrId", wr -> wr.wrId(1)),
                change("flags", wr -> wr.flags(Flags.of(SendFlag.FENCE))),
                change("signaled", SendWr::signaled),
                change("solicited", SendWr::solicited),
                change("fence", SendWr::fence),
                change("ipCsum", SendWr::ipCsum),
                change("send", SendWr::send),
                change("sendImm", wr -> wr.sendImm(1)),
                change("sendInv", wr -> wr.sendInv(1)),
                change("write", wr -> wr.write(1, 1)),
                change("writeImm", wr -> wr.writeImm(1, 1, 1)),
                change("read", wr -> wr.read(1, 1)),
                change("compareSwap", wr -> wr.compareSwap(8, 1, 1, 1)),
                change("fetchAdd", wr -> wr.fetchAdd(8, 1, 1)),
                change("localInv", wr -> wr.localInv(1)),
                change("bindMw", wr -> wr.bindMw(WINDOW, 1, part)),
                change("tso", wr -> wr.tso(data, 1)),
                change("opcodeCode", wr -> wr.opcodeCode(0)),
                change("noData", SendWr::noData),
                change("sge by address", wr -> wr.sge(1, 1, 1)),
                change("sge of a region", wr -> wr.sge(REGION, 0, 1)),
                change("sge of a whole region", wr -> wr.sge(REGION)),
                change("setSge", wr -> wr.setSge(0, 1, 1, 1)),
                change("inlineData", wr -> wr.inlineData(data)),
                change("inlineLength", wr -> wr.inlineLength(1)),
                change("to", wr -> wr.to(ADDRESS, 1, 1)),
                change("remoteSrqn", wr -> wr.remoteSrqn(1)));
    }

    @ParameterizedTest
    @MethodSource("sendChanges")
    void sendWorkRequestIsChangedByItsOwnerAlone(Change<SendWr> change) throws Exception {
        SendBatch batch = CONTEXT.newSendBatch(1, 2, 16);
        SendWr wr = batch.add().sge(1, 1, 1);

        assertOwned(() -> change.action().accept(wr));
        batch.release();
        assertThat(elsewhere(() -> change.action().accept(wr))).isNull();
    }

    static Stream<Change<RecvWr>> recvChanges() {
        return Stream.of(
                change("wrId", wr -> wr.wrId(1)),
                change("noData", RecvWr::noData),
                change("sge by address", wr -> wr.sge(1, 1, 1)),
                change("sge of a region", wr -> wr.sge(REGION, 0, 1)),
                change("setSge", wr -> wr.setSge(0, 1, 1, 1)));
    }

    @ParameterizedTest
    @MethodSource("recvChanges")
    void receiveWorkRequestIsChangedByItsOwnerAlone(Change<RecvWr> change) throws Exception {
        RecvBatch batch = CONTEXT.newRecvBatch(1, 2);
        RecvWr wr = batch.add().sge(1, 1, 1);

        assertOwned(() -> change.action().accept(wr));
        batch.release();
        assertThat(elsewhere(() -> change.action().accept(wr))).isNull();
    }

    @Test
    void batchIsChangedPostedAndReleasedByItsOwnerAlone() throws Exception {
        FakeDriver driver = new FakeDriver();
        DeviceContext context = driver.open();
        QueuePair qp = rc(context);
        SendBatch sends = context.newSendBatch(2, 1, 0);
        sends.add();
        RecvBatch receives = context.newRecvBatch(2, 1);
        receives.add();
        SharedReceiveQueue srq = context.allocPd()
                .createSrq(SrqInitAttr.builder().maxWr(1).maxSge(1).build());
        WorkQueue wq = context.createWq(WqInitAttr.builder()
                .pd(context.allocPd())
                .cq(FakeDriver.cq(context))
                .build());

        for (Runnable call : List.<Runnable>of(
                sends::add,
                sends::clear,
                sends::release,
                () -> qp.postSend(sends),
                () -> qp.postSend(sends, 0, 0),
                receives::add,
                receives::clear,
                receives::release,
                () -> qp.postRecv(receives),
                () -> srq.postRecv(receives),
                () -> wq.postRecv(receives))) {
            assertOwned(call);
        }

        assertThat(sends.size()).isEqualTo(1);
        assertThat(receives.size()).isEqualTo(1);
        verify(driver.qp, never()).postSend(any(), anyLong(), anyLong());
        verify(driver.qp, never()).postRecv(any(), anyLong(), anyLong());
        verify(driver.srq, never()).postRecv(any(), anyLong(), anyLong());
        verify(driver.wq, never()).postRecv(any(), anyLong(), anyLong());
    }

    @Test
    void messageNamesBatchOwnerCallerAndWayOut() throws Exception {
        SendBatch batch = CONTEXT.newSendBatch(1, 1, 0);
        batch.add();

        Throwable refused = elsewhere(batch::clear);

        assertThat(refused)
                .hasMessageContainingAll(
                        "ibv_post_send on a send batch of " + CONTEXT,
                        "thread \"" + Thread.currentThread().getName() + "\" owns the batch",
                        "thread \"elsewhere\"",
                        "after the owner calls release()");
    }

    @Test
    void freshBatchBelongsToTheFirstUser() throws Exception {
        SendBatch batch = CONTEXT.newSendBatch(1, 1, 0);
        batch.release();
        Thread[] user = new Thread[1];
        CompletableFuture<Void> end = new CompletableFuture<>();
        CompletableFuture<Void> used = new CompletableFuture<>();
        user[0] = new Thread(() -> {
            batch.add();
            used.complete(null);
            end.join();
        });
        user[0].start();
        used.join();

        assertThatIllegalStateException().isThrownBy(batch::clear);
        assertThatIllegalStateException().isThrownBy(batch::release);
        end.complete(null);
        user[0].join();
        // The owner has terminated, so the next user owns the batch and sees the changes.
        assertThat(batch.size()).isEqualTo(1);
        batch.clear();
        assertThat(batch.size()).isZero();
    }

    /** A subclass of Thread may override equals, so only the identity of the thread counts. */
    @Test
    void ownershipIsCheckedByThreadIdentity() throws InterruptedException {
        SendBatch batch = CONTEXT.newSendBatch(1, 1, 0);
        batch.add();
        @Nullable Throwable[] thrown = new Throwable[1];
        Thread impostor = new Thread() {
            @Override
            public void run() {
                try {
                    batch.clear();
                } catch (IllegalStateException e) {
                    thrown[0] = e;
                }
            }

            @Override
            public boolean equals(@Nullable Object other) {
                return true;
            }

            @Override
            public int hashCode() {
                return 0;
            }
        };
        impostor.start();
        impostor.join();

        assertThat(thrown[0]).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void elementsOfABatchOfAnotherThreadAreNotBuilt() throws Exception {
        FakeDriver driver = new FakeDriver();
        when(driver.qp.sendOps()).thenReturn(Optional.of(Flags.of(SendOp.SEND)));
        DeviceContext context = driver.open();
        CompletionQueue cq = FakeDriver.cq(context);
        QueuePair qp = context.createQpEx(QpInitAttr.builder()
                .qpType(QpType.RC)
                .pd(context.allocPd())
                .sendCq(cq)
                .recvCq(cq)
                .sendOpsFlags(SendOp.SEND)
                .build());
        SendBatch batch = context.newSendBatch(1, 1, 0);
        SendWr elements = batch.add().sge(1, 1, 1);

        Throwable refused = elsewhere(() -> {
            var builders = qp.toQpEx().orElseThrow();
            builders.wrStart();
            try {
                builders.wrSend().wrSetSgeList(elements);
            } finally {
                builders.wrAbort();
            }
        });

        assertThat(refused).isInstanceOf(IllegalStateException.class).hasMessageContaining("owns the batch");
        verify(driver.builder, never()).setSgeList(any(), anyLong(), anyInt());
    }

    // ---------------------------------------------------------------- a post that fails

    /** The wr_id of each work request of the last post. */
    private final List<Long> posted = new ArrayList<>();

    /**
     * Returns a post that follows the list. It throws at wr_id 666, and stops with ENOMEM at 777. At 888 it fails with
     * EINVAL and does not set bad_wr.
     */
    private Answer<Integer> driver() {
        return call -> {
            DriverMemory memory = call.getArgument(0);
            ByteBuffer seen = memory.view(0, (int) memory.length()).order(ByteOrder.nativeOrder());
            posted.clear();
            long at = memory.address() + call.<Long>getArgument(1);
            while (at != 0) {
                int offset = (int) (at - memory.address());
                long id = seen.getLong(offset);
                if (id == 666) {
                    throw new InvalidRequestException(
                            "ibv_post_send",
                            Errno.EINVAL,
                            "queue pair",
                            new Violation("opcode", "X", "Y", "rule", "source"));
                }
                if (id == 777) {
                    seen.putLong((int) (long) call.<Long>getArgument(2), at);
                    return Errno.ENOMEM.number();
                }
                if (id == 888) {
                    return Errno.EINVAL.number();
                }
                posted.add(id);
                at = seen.getLong(offset + SendWrLayout.NEXT);
            }
            return 0;
        };
    }

    private static QueuePair rc(DeviceContext context) {
        return context.allocPd().createQp(FakeDriver.rc(FakeDriver.cq(context)));
    }

    /** Posts ranges of a batch of four work requests, and sets their wr_id. */
    private interface Poster {
        void number(int index, long wrId);

        void post(int from, int to);
    }

    private static Poster sends(DeviceContext context, QueuePair qp) {
        SendBatch batch = context.newSendBatch(4, 1, 0);
        for (int i = 0; i < 4; i++) {
            batch.add();
        }
        return poster((index, wrId) -> batch.get(index).wrId(wrId), (from, to) -> qp.postSend(batch, from, to));
    }

    private interface Receives {
        void post(RecvBatch batch, int from, int to);
    }

    private static Poster receives(DeviceContext context, Receives queue) {
        RecvBatch batch = context.newRecvBatch(4, 1);
        for (int i = 0; i < 4; i++) {
            batch.add();
        }
        return poster((index, wrId) -> batch.get(index).wrId(wrId), (from, to) -> queue.post(batch, from, to));
    }

    private interface Numbering {
        void number(int index, long wrId);
    }

    private interface Range {
        void post(int from, int to);
    }

    private static Poster poster(Numbering numbering, Range range) {
        Poster poster = new Poster() {
            @Override
            public void number(int index, long wrId) {
                numbering.number(index, wrId);
            }

            @Override
            public void post(int from, int to) {
                range.post(from, to);
            }
        };
        for (int i = 0; i < 4; i++) {
            poster.number(i, i);
        }
        return poster;
    }

    private List<Poster> posters() {
        FakeDriver driver = new FakeDriver();
        when(driver.qp.postSend(any(), anyLong(), anyLong())).thenAnswer(driver());
        when(driver.qp.postRecv(any(), anyLong(), anyLong())).thenAnswer(driver());
        when(driver.srq.postRecv(any(), anyLong(), anyLong())).thenAnswer(driver());
        when(driver.wq.postRecv(any(), anyLong(), anyLong())).thenAnswer(driver());
        when(driver.srq.granted()).thenReturn(new SrqAttr(16, 2, 0));
        when(driver.wq.grantedCap()).thenReturn(new WqCap(16, 2));
        DeviceContext context = driver.open();
        QueuePair qp = rc(context);
        SharedReceiveQueue srq = context.allocPd()
                .createSrq(SrqInitAttr.builder().maxWr(1).maxSge(1).build());
        WorkQueue wq = context.createWq(WqInitAttr.builder()
                .pd(context.allocPd())
                .cq(FakeDriver.cq(context))
                .build());
        return List.of(
                sends(context, qp),
                receives(context, qp::postRecv),
                receives(context, srq::postRecv),
                receives(context, wq::postRecv));
    }

    @Test
    void listIsWholeAfterADriverThrew() {
        for (Poster poster : posters()) {
            poster.number(1, 666);
            assertThatExceptionOfType(InvalidRequestException.class).isThrownBy(() -> poster.post(0, 2));
            poster.number(1, 1);

            poster.post(0, 4);

            assertThat(posted).containsExactly(0L, 1L, 2L, 3L);
        }
    }

    @Test
    void correctedListIsPostedFromWhereTheDriverStopped() {
        for (Poster poster : posters()) {
            poster.number(1, 777);
            assertThatExceptionOfType(PostException.class)
                    .isThrownBy(() -> poster.post(0, 3))
                    .satisfies(e -> assertThat(e.badWr()).isEqualTo(1));
            assertThat(posted).containsExactly(0L);
            poster.number(1, 1);

            poster.post(1, 4);

            assertThat(posted).containsExactly(1L, 2L, 3L);
        }
    }

    /** A driver that does not set bad_wr has accepted no work request. The bad_wr of an earlier post has no effect. */
    @Test
    void badWrOfAnEarlierPostIsIgnored() {
        for (Poster poster : posters()) {
            poster.number(2, 777);
            assertThatExceptionOfType(PostException.class).isThrownBy(() -> poster.post(0, 4));
            poster.number(2, 2);
            poster.number(0, 888);

            assertThatExceptionOfType(PostException.class)
                    .isThrownBy(() -> poster.post(0, 4))
                    .satisfies(e -> assertThat(e.badWr()).isZero());
        }
    }

    // ---------------------------------------------------------------- helpers

    private static void assertOwned(Runnable call) throws Exception {
        assertThat(elsewhere(call)).isInstanceOf(IllegalStateException.class).hasMessageContaining("owns the batch");
    }

    private static @Nullable Throwable elsewhere(Runnable call) throws InterruptedException {
        CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        call.run();
                        end.complete(null);
                    } catch (RuntimeException e) {
                        end.completeExceptionally(e);
                    }
                },
                "elsewhere");
        thread.start();
        thread.join();
        try {
            end.get();
            return null;
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }
}
