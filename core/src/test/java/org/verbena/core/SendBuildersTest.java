// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.InOrder;
import org.mockito.Mockito;
import org.verbena.AddressHandle;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePairEx;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.spi.DriverSendBuilder;

/** Tests the calls of the driver's builders and their arguments. */
class SendBuildersTest {
    private static final Flags<SendOp> ALL = Flags.of(SendOp.SEND, SendOp.values());
    private static final long MAX = 0xFFFF_FFFFL;

    private final FakeDriver driver = new FakeDriver();
    private final DeviceContext context = driver.open();
    private final ProtectionDomain pd = context.allocPd();
    private final CompletionQueue cq = FakeDriver.cq(context);
    private final MemoryRegion mr =
            pd.regMr(ByteBuffer.allocateDirect(4096), Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND));

    private QueuePairEx builders(QpType type) {
        return builders(type, ALL);
    }

    private QueuePairEx builders(QpType type, Flags<SendOp> ops) {
        return driver.builders(pd, cq, type, ops);
    }

    // ---------------------------------------------------------------- operations

    /** A call of the application, and the resulting call of the driver. */
    private record Step(String name, UnaryOperator<QueuePairEx> call, Consumer<DriverSendBuilder> expected) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Step> operations() {
        return Stream.of(
                new Step("send", QueuePairEx::wrSend, DriverSendBuilder::send),
                new Step("sendImm", q -> q.wrSendImm(-2), d -> d.sendImm(-2)),
                new Step("sendInv", q -> q.wrSendInv(MAX), d -> d.sendInv(MAX)),
                new Step("write", q -> q.wrRdmaWrite(MAX, -1), d -> d.rdmaWrite(MAX, -1)),
                new Step("writeImm", q -> q.wrRdmaWriteImm(MAX, 2, -3), d -> d.rdmaWriteImm(MAX, 2, -3)),
                new Step("read", q -> q.wrRdmaRead(0, 2), d -> d.rdmaRead(0, 2)),
                new Step("compareSwap", q -> q.wrAtomicCmpSwp(1, 8, 3, 4), d -> d.atomicCmpSwp(1, 8, 3, 4)),
                new Step("fetchAdd", q -> q.wrAtomicFetchAdd(1, 8, 3), d -> d.atomicFetchAdd(1, 8, 3)));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void operationsReachTheDriverBetweenTheirNumberAndTheirData(Step step) {
        QueuePairEx builders = builders(QpType.RC);
        builders.wrStart();
        builders.wrId(5);
        assertThat(step.call().apply(builders)).isSameAs(builders);
        builders.wrSetSge(7, 0xA000, Integer.MAX_VALUE);
        builders.wrComplete();

        InOrder order = Mockito.inOrder(driver.builder);
        order.verify(driver.builder).start();
        order.verify(driver.builder).next(5, 0);
        step.expected().accept(order.verify(driver.builder));
        order.verify(driver.builder).setSge(7, 0xA000, Integer.MAX_VALUE);
        order.verify(driver.builder).complete();
        order.verifyNoMoreInteractions();
    }

    static Stream<Step> operationsWithoutData() {
        return Stream.of(
                new Step("localInv", q -> q.wrLocalInv(MAX), d -> d.localInv(MAX)),
                new Step("flush", q -> q.wrFlush(1, 2, 3, 4, 5), d -> d.flush(1, 2, 3, 4, 5)));
    }

    @ParameterizedTest
    @MethodSource("operationsWithoutData")
    void operationsWithoutDataAreFinishedAtOnce(Step step) {
        QueuePairEx builders = builders(QpType.RC);
        builders.wrStart();
        assertThat(step.call().apply(builders)).isSameAs(builders);
        assertThatIllegalStateException()
                .isThrownBy(() -> builders.wrSetSge(1, 2, 3))
                .withMessageContaining("has it");
        builders.wrAbort();
        builders.wrStart();
        assertThat(step.call().apply(builders)).isSameAs(builders);
        builders.wrComplete();

        step.expected().accept(verify(driver.builder, Mockito.times(2)));
        verify(driver.builder, never()).setSge(anyLong(), anyLong(), anyLong());
    }

    @Test
    void callsReturnTheBuilders() {
        QueuePairEx builders = builders(QpType.UD);
        AddressHandle ah = pd.createAh(AhAttr.builder().build());
        builders.wrStart();

        assertThat(builders.wrId(1).wrFlags(Flags.none(SendFlag.class))).isSameAs(builders);
        assertThat(builders.wrSend().wrSetSge(1, 2, 3).wrSetUdAddr(ah, 1, 2)).isSameAs(builders);
        assertThat(builders.queuePair().toQpEx()).containsSame(builders);
        assertThat(builders.sendOps()).isEqualTo(ALL);
        builders.wrAbort();
        builders.queuePair().close();
        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(builders::sendOps);
    }

    /** The wr_id and the flags apply until they are set again, even in the next list. */
    @Test
    void wrIdAndFlagsApplyUntilTheyAreSetAgain() {
        QueuePairEx builders = builders(QpType.RC);
        builders.wrStart();
        builders.wrLocalInv(1);
        builders.wrId(3).wrFlags(Flags.of(SendFlag.FENCE));
        builders.wrLocalInv(2);
        builders.wrId(4);
        builders.wrLocalInv(3);
        builders.wrComplete();
        builders.wrStart();
        builders.wrLocalInv(4);
        builders.wrComplete();

        InOrder order = Mockito.inOrder(driver.builder);
        order.verify(driver.builder).next(0, 0);
        order.verify(driver.builder).next(3, 1);
        order.verify(driver.builder, Mockito.times(2)).next(4, 1);
    }

    @Test
    void aSharedReceiveQueueIsNamedOnce() {
        QueuePairEx builders = builders(QpType.XRC_SEND);
        builders.wrStart();
        builders.wrSend().wrSetXrcSrqn(MAX).wrSetSge(1, 2, 3);
        assertThatIllegalStateException()
                .isThrownBy(() -> builders.wrSetXrcSrqn(1))
                .withMessageContaining("the work request of ibv_wr_send already has it");
        builders.wrAbort();
        builders.wrStart();
        refused(() -> builders.wrSetXrcSrqn(MAX + 1), "remote_srqn");
        builders.wrAbort();

        verify(driver.builder).setXrcSrqn(MAX);
    }

    static Stream<Step> allOperations() {
        ByteBuffer header = ByteBuffer.allocate(14);
        Step tso = new Step("tso", q -> q.wrSendTso(header, 1), d -> d.sendTso(any(), anyLong(), anyInt(), anyInt()));
        Step write = new Step(
                "atomicWrite",
                q -> q.wrAtomicWrite(1, 8, 3),
                d -> d.atomicWrite(anyLong(), anyLong(), any(), anyLong()));
        return Stream.of(operations(), operationsWithoutData(), Stream.of(tso, write))
                .flatMap(steps -> steps);
    }

    @ParameterizedTest
    @MethodSource("allOperations")
    void operationsThatTheQueuePairWasNotCreatedForAreRefused(Step step) {
        QueuePairEx builders = builders(QpType.RC, Flags.of(SendOp.BIND_MW));
        builders.wrStart();

        refused(() -> step.call().apply(builders), "send_ops_flags = BIND_MW");

        builders.wrAbort();
        verify(driver.builder, never()).next(anyLong(), anyInt());
        step.expected().accept(verify(driver.builder, never()));
    }

    static Stream<Step> badArguments() {
        return Stream.of(
                bad("argument = null", q -> q.wrSendTso(null, 1)),
                bad("argument = null", q -> q.wrSend().wrSetInlineData(null)),
                bad("argument = null", q -> q.wrSend().wrSetInlineDataList(null)),
                bad("argument = null", q -> q.wrSend().wrSetInlineDataList(Arrays.asList(null, null))),
                bad("length = 2147483648", q -> q.wrSend().wrSetSge(1, 2, 1L << 31)),
                bad("lkey = 4294967296", q -> q.wrSend().wrSetSge(MAX + 1, 2, 1)),
                bad("length = 65537", q -> q.wrSend().wrSetInlineData(ByteBuffer.allocate(65_537))),
                bad("hdr_sz = 65536", q -> q.wrSendTso(ByteBuffer.allocate(65_536), 1)),
                bad("mss = 65536", q -> q.wrSendTso(ByteBuffer.allocate(8), 65_536)));
    }

    private static Step bad(String words, UnaryOperator<QueuePairEx> call) {
        return new Step(words, call, builder -> {});
    }

    @ParameterizedTest
    @MethodSource("badArguments")
    void invalidArgumentsAreNamed(Step step) {
        QueuePairEx builders = builders(QpType.RC);
        builders.wrStart();

        refused(() -> step.call().apply(builders), step.name());

        builders.wrAbort();
    }

    // ---------------------------------------------------------------- lists

    @Test
    void otherThreadsDoNotDisturbAList() throws Exception {
        QueuePairEx builders = builders(QpType.RC);
        builders.wrStart();
        builders.wrSend();

        for (Runnable call : List.<Runnable>of(
                builders::wrStart, builders::wrComplete, builders::wrAbort, () -> builders.wrSetSge(4, 5, 6))) {
            assertThat(CompletableFuture.runAsync(call))
                    .failsWithin(Duration.ofSeconds(60))
                    .withThrowableThat()
                    .withCauseInstanceOf(IllegalStateException.class);
        }
        builders.wrSetSge(1, 2, 3);
        builders.wrComplete();

        verify(driver.builder).start();
        verify(driver.builder).setSge(1, 2, 3);
        verify(driver.builder).complete();
    }

    @Test
    void aQueuePairWithoutSendQueueStartsNoList() {
        when(driver.qp.sendOps()).thenReturn(Optional.of(ALL));
        QueuePairEx builders = context.createQpEx(QpInitAttr.builder()
                        .qpType(QpType.XRC_RECV)
                        .sendOpsFlags(ALL)
                        .build())
                .toQpEx()
                .orElseThrow();

        refused(builders::wrStart, "ibv_wr_start", "send queue = none");
        verify(driver.builder, never()).start();
    }

    @ParameterizedTest
    @EnumSource(names = {"RC", "UC", "RAW_PACKET"})
    void onlyDatagramsHaveAnAddress(QpType type) {
        QueuePairEx builders = builders(type);
        AddressHandle ah = pd.createAh(AhAttr.builder().build());
        builders.wrStart();
        builders.wrSend();

        refused(() -> builders.wrSetUdAddr(ah, 1, 1), "qp_type = " + type + ", limit UD");
        builders.wrAbort();
    }

    @Test
    void dataBeforeAWorkRequestAreRefused() {
        QueuePairEx builders = builders(QpType.RC);
        builders.wrStart();

        assertThatIllegalStateException()
                .isThrownBy(() -> builders.wrSetSge(1, 2, 3))
                .withMessageContaining("no work request has been started");
        builders.wrAbort();
    }

    /** An aborted list does not affect the next one. */
    @Test
    void anAbortForgetsTheWorkRequest() {
        for (QpType type : List.of(QpType.UD, QpType.XRC_SEND)) {
            QueuePairEx builders = builders(type);
            builders.wrStart();
            builders.wrSend();
            builders.wrAbort();

            builders.wrStart();
            assertThatIllegalStateException()
                    .isThrownBy(() -> builders.wrSetSge(1, 2, 3))
                    .withMessageContaining("no work request has been started");
            builders.wrAbort();
            builders.wrStart();
            builders.wrComplete();
        }
    }

    @Test
    void aQueuePairWithoutOperationsBuildsNothing() {
        QueuePairEx builders = builders(QpType.RC, Flags.none(SendOp.class));

        refused(builders::wrStart, "send_ops_flags = 0");
        verify(driver.builder, never()).start();
    }

    @Test
    void callsOutsideAListAreRefused() {
        QueuePairEx builders = builders(QpType.RC);

        for (ThrowingCallable call : List.<ThrowingCallable>of(
                builders::wrSend, () -> builders.wrSetSge(1, 2, 3), builders::wrComplete, builders::wrAbort)) {
            assertThatIllegalStateException().isThrownBy(call).withMessageContaining("has not started");
        }
        verify(driver.builder, never()).abort();
    }

    @ParameterizedTest
    @ValueSource(ints = {12, -12})
    void aListIsRefusedWithTheNumberOfTheDriver(int result) {
        when(driver.builder.complete()).thenReturn(result);
        QueuePairEx builders = builders(QpType.RC);
        builders.wrStart();

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(builders::wrComplete)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM))
                .withMessageContainingAll("ibv_wr_complete", "queue = full");
    }

    @Test
    void aRejectedListIsExplained() {
        when(driver.builder.complete()).thenReturn(Errno.ENOMEM.number());
        when(driver.qp.state()).thenReturn(QpState.RTS);
        QueuePairEx builders = builders(QpType.RC);
        long inline = builders.queuePair().grantedCap().maxInlineData() + 1;

        builders.wrStart();
        builders.wrSend().wrSetInlineData(ByteBuffer.allocate((int) inline));
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(builders::wrComplete)
                .withMessageContaining("inline data = " + inline);

        builders.wrStart();
        builders.wrSend().wrSetSge(1, 2, 3);
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(builders::wrComplete)
                .withMessageContaining("queue = full");
    }

    @Test
    void aDriverThatCannotStartLeavesTheQueuePairFree() {
        doThrow(new VerbsException("ibv_wr_start", Errno.ENOMEM, "qp", Diagnosis.UNKNOWN))
                .when(driver.builder)
                .start();
        QueuePairEx builders = builders(QpType.RC);

        assertThatExceptionOfType(VerbsException.class).isThrownBy(builders::wrStart);

        builders.queuePair().close();
        verify(driver.builder, never()).abort();
    }

    private static void refused(ThrowingCallable call, String... words) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(call)
                .withMessageContainingAll(words);
    }
}
