// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
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
import org.verbena.QueuePairEx;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.VerbsObject;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.error.ClosedHandleException;

/** Tests that an object is destroyed before or after a driver call that dereferences it, but never during the call. */
@Timeout(120)
class ReferencedObjectsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** How a work request references an object. */
    enum Way {
        BOUND_WINDOW,
        BOUND_REGION,
        ADDRESS,
        ELEMENT,
        ELEMENTS
    }

    private final FakeDriver driver = new FakeDriver();
    private final DeviceContext context = driver.open();
    private final ProtectionDomain pd = context.allocPd();
    private final CompletionQueue cq = FakeDriver.cq(context);
    private final MemoryRegion mr =
            pd.regMr(ByteBuffer.allocateDirect(4096), Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND));
    private final MemoryWindow window = pd.allocMw(MwType.TYPE_2);
    private final AddressHandle ah = pd.createAh(AhAttr.builder().build());
    private final MwBindInfo part = new MwBindInfo(mr, mr.address(), 64, Flags.of(AccessFlag.REMOTE_READ));

    private VerbsObject object(Way way) {
        return switch (way) {
            case BOUND_WINDOW -> window;
            case ADDRESS -> ah;
            case BOUND_REGION, ELEMENT, ELEMENTS -> mr;
        };
    }

    /** Closes an object in another thread, and checks that the close waits. */
    private static CompletableFuture<Void> closing(VerbsObject object) {
        CompletableFuture<Void> close = CompletableFuture.runAsync(object::close);
        assertThat(close).failsWithin(Duration.ofMillis(50));
        return close;
    }

    private static void assertClosed(List<CompletableFuture<Void>> closes, VerbsObject object) {
        assertThat(closes).hasSize(1).allSatisfy(close -> assertThat(close).succeedsWithin(PATIENCE));
        assertThat(object.isClosed()).isTrue();
    }

    // ---------------------------------------------------------------- builders

    private QueuePairEx builders() {
        Flags<SendOp> ops = Flags.of(SendOp.SEND, SendOp.BIND_MW);
        when(driver.qp.sendOps()).thenReturn(Optional.of(ops));
        return context.createQpEx(QpInitAttr.builder()
                        .qpType(QpType.UD)
                        .pd(pd)
                        .sendCq(cq)
                        .recvCq(cq)
                        .sendOpsFlags(ops)
                        .build())
                .toQpEx()
                .orElseThrow();
    }

    private void build(QueuePairEx builders, Way way) {
        switch (way) {
            case BOUND_WINDOW, BOUND_REGION -> builders.wrBindMw(window, 1, part);
            case ADDRESS -> builders.wrSend().wrSetUdAddr(ah, 1, 1);
            case ELEMENT -> builders.wrSend().wrSetSge(mr, 0, 8);
            case ELEMENTS -> {
                SendWr elements = context.newSendBatch(1, 1, 0).add().sge(mr, 0, 8);
                builders.wrSend().wrSetSgeList(elements);
            }
        }
    }

    private void duringBuilders(Answer<Object> answer) {
        doAnswer(answer).when(driver.builder).setUdAddr(anyLong(), anyLong(), anyLong());
        doAnswer(answer).when(driver.builder).setSge(anyLong(), anyLong(), anyLong());
        doAnswer(answer).when(driver.builder).setSgeList(any(), anyLong(), anyInt());
        doAnswer(answer).when(driver.builder).bindMw(anyLong(), anyLong(), anyLong(), anyLong(), anyLong(), anyInt());
    }

    @ParameterizedTest
    @EnumSource
    void aCloseWaitsForTheBuilderThatFollowsTheObject(Way way) {
        QueuePairEx builders = builders();
        List<CompletableFuture<Void>> closes = new ArrayList<>();
        duringBuilders(call -> closes.add(closing(object(way))));

        builders.wrStart();
        build(builders, way);

        assertClosed(closes, object(way));
        builders.wrAbort();
    }

    /** A list may stay open for a long time. */
    @ParameterizedTest
    @EnumSource
    void aCloseDoesNotWaitForTheRestOfTheList(Way way) {
        QueuePairEx builders = builders();
        builders.wrStart();
        build(builders, way);

        assertThat(CompletableFuture.runAsync(object(way)::close)).succeedsWithin(PATIENCE);

        builders.wrAbort();
        verify(driver.builder).abort();
    }

    @Test
    void aCloseDoesNotWaitForAListThatFailed() {
        QueuePairEx builders = builders();
        when(driver.builder.complete()).thenThrow(new StackOverflowError());
        builders.wrStart();
        builders.wrSend().wrSetSge(mr, 0, 8).wrSetUdAddr(ah, 1, 1);
        assertThatExceptionOfType(StackOverflowError.class).isThrownBy(builders::wrComplete);

        assertThat(CompletableFuture.runAsync(mr::close)).succeedsWithin(PATIENCE);

        builders.wrAbort();
    }

    @ParameterizedTest
    @EnumSource(names = "ELEMENTS", mode = EnumSource.Mode.EXCLUDE)
    void anObjectThatIsBeingDestroyedIsNotBuilt(Way way) {
        QueuePairEx builders = builders();
        List<Way> refused = new ArrayList<>();
        Answer<Object> whileDestroyed = call -> {
            builders.wrStart();
            assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(() -> build(builders, way));
            builders.wrAbort();
            refused.add(way);
            return null;
        };
        doAnswer(whileDestroyed).when(driver.mw).destroy();
        doAnswer(whileDestroyed).when(driver.mr).destroy();
        doAnswer(whileDestroyed).when(driver.ah).destroy();

        object(way).close();

        assertThat(refused).containsExactly(way);
    }

    // ---------------------------------------------------------------- batches

    @ParameterizedTest
    @EnumSource(names = "ELEMENTS", mode = EnumSource.Mode.EXCLUDE)
    void aCloseWaitsForThePostThatCarriesTheObject(Way way) {
        QueuePair qp = pd.createQp(FakeDriver.rcBuilder(cq)
                .qpType(way == Way.ADDRESS ? QpType.UD : QpType.RC)
                .build());
        SendBatch batch = context.newSendBatch(1, 1, 0);
        SendWr wr = batch.add();
        switch (way) {
            case BOUND_WINDOW, BOUND_REGION -> wr.bindMw(window, 1, part);
            case ADDRESS -> wr.to(ah, 1, 1);
            case ELEMENT, ELEMENTS -> wr.sge(mr, 0, 8);
        }
        List<CompletableFuture<Void>> closes = new ArrayList<>();
        when(driver.qp.postSend(any(), anyLong(), anyLong())).thenAnswer(call -> {
            closes.add(closing(object(way)));
            return 0;
        });

        qp.postSend(batch);

        assertClosed(closes, object(way));
    }

    @Test
    void aCloseOfAQueuePairWaitsForItsReceives() {
        QueuePair qp = pd.createQp(FakeDriver.rc(cq));
        RecvBatch batch = context.newRecvBatch(1, 1);
        batch.add();
        List<CompletableFuture<Void>> closes = new ArrayList<>();
        when(driver.qp.postRecv(any(), anyLong(), anyLong())).thenAnswer(call -> {
            closes.add(closing(qp));
            return 0;
        });

        qp.postRecv(batch);

        assertClosed(closes, qp);
        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(() -> qp.postRecv(batch));
    }
}
