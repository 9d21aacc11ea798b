// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QpOpenAttr;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.RwqIndTable;
import org.verbena.RwqIndTableAttr;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.XrcDomain;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqType;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqState;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.FakeLibibverbs;
import org.verbena.libibverbs.FakeProvider;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.ContextStructs.IbvContext;
import org.verbena.libibverbs.abi.ContextStructs.IbvContextOps;
import org.verbena.libibverbs.abi.ContextStructs.VerbsContext;
import org.verbena.libibverbs.abi.CqStructs.IbvCq;
import org.verbena.libibverbs.abi.DeviceStructs.IbvDeviceAttr;
import org.verbena.libibverbs.abi.DeviceStructs.IbvPortAttr;
import org.verbena.libibverbs.abi.IbvQpEx;
import org.verbena.libibverbs.abi.QpStructs.IbvQpCap;
import org.verbena.libibverbs.abi.QpStructs.IbvQpInitAttr;
import org.verbena.libibverbs.abi.QpStructs.IbvQpInitAttrEx;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.abi.WqStructs.IbvWq;

/** Checks that calls use the same functions as the inline functions of verbs.h, and how results are interpreted. */
class VerbCallTest {
    private final FakeLibibverbs libibverbs = new FakeLibibverbs();
    private final DeviceContext context =
            new FakeProvider(() -> libibverbs).device("fake_0").open();
    private final ProtectionDomain pd = context.allocPd();
    private final CompletionQueue cq =
            context.createCq(CqInitAttr.builder().cqe(1).build());

    // ---------------------------------------------------------------- function lookup

    @Test
    void aVerbWithoutFunctionIsNotSupported() {
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> context.openXrcd(XrcdInitAttr.privateDomain()))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP))
                .withMessageContaining("ibv_open_xrcd on fake_0");
    }

    @Test
    void aVerbOutsideASmallerContextIsNotSupported() {
        libibverbs.extend(
                VerbsContext.OPEN_XRCD, arguments -> libibverbs.struct(8).address());
        libibverbs.extend(
                VerbsContext.CREATE_WQ, arguments -> libibverbs.struct(256).address());
        libibverbs.context().put(VerbsContext.SZ, IbvContext.SIZE - VerbsContext.OPEN_XRCD.offset());

        assertThat(context.openXrcd(XrcdInitAttr.privateDomain())).isNotNull();
        assertErrno(Errno.EOPNOTSUPP, () -> context.createWq(wq().build()));
    }

    @Test
    void aNewerLibraryMayHaveALargerContext() {
        libibverbs.extend(
                VerbsContext.OPEN_XRCD, arguments -> libibverbs.struct(8).address());
        libibverbs.context().put(VerbsContext.SZ, FakeLibibverbs.VERBS_CONTEXT_SIZE + 48);

        assertThat(context.openXrcd(XrcdInitAttr.privateDomain())).isNotNull();
    }

    static Stream<Arguments> otherLayouts() {
        return Stream.of(
                Arguments.of(IbvContext.DEVICE, 0x1000L, "ibv_context.device"),
                Arguments.of(IbvContext.ABI_COMPAT, 0L, "__VERBS_ABI_IS_EXTENDED"),
                Arguments.of(VerbsContext.SZ, 1L << 40, "verbs_context.sz"),
                Arguments.of(VerbsContext.SZ, 12L, "verbs_context.sz"));
    }

    @ParameterizedTest
    @MethodSource("otherLayouts")
    void aContextOfAnotherLayoutIsRefusedAndClosed(CField field, long value, String named) {
        libibverbs.context().put(field, value);

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() ->
                        new FakeProvider(() -> libibverbs).device("fake_0").open())
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EPROTONOSUPPORT))
                .withMessageContaining(named);
        assertThat(libibverbs.calls()).contains("ibv_close_device");
    }

    @Test
    void aContextWithoutDataPathFunctionsIsRefused() {
        libibverbs.context().inner(IbvContext.OPS).put(IbvContextOps.POST_SEND, 0);

        assertErrno(
                Errno.EPROTONOSUPPORT,
                () -> new FakeProvider(() -> libibverbs).device("fake_0").open());
    }

    // ---------------------------------------------------------------- failures

    @ParameterizedTest
    @CsvSource({"22, 0, EINVAL", "-22, 0, EINVAL", "-1, 2, ENOENT", "95, 22, EOPNOTSUPP"})
    void aNonZeroResultGivesTheErrno(int answer, int errno, String expected) {
        libibverbs.export("ibv_resize_cq", arguments -> {
            libibverbs.fail(errno);
            return answer;
        });

        VerbsException failure = catchThrowableOfType(VerbsException.class, () -> cq.resize(5));

        assertThat(failure.errno().name()).isEqualTo(expected);
        assertThat(failure.diagnosis().isUnknown()).isTrue();
    }

    @Test
    void onlyTheLower32BitsOfAResultAreUsed() {
        libibverbs.export("ibv_resize_cq", arguments -> 0xDEAD_0000_0000L);

        cq.resize(5);

        assertThat(cq.requestedCqe()).isEqualTo(5);
    }

    @Test
    void aNullResultReportsErrno() {
        libibverbs.export("ibv_alloc_pd", arguments -> libibverbs.fail(Errno.ENOMEM.number()));

        assertErrno(Errno.ENOMEM, context::allocPd);
    }

    @Test
    void nullWithoutErrnoIsEinvalWithANote() {
        libibverbs.export("ibv_create_qp", arguments -> 0);

        VerbsException failure = catchThrowableOfType(
                VerbsException.class,
                () -> pd.createQp(qp().qpType(QpType.DRIVER).build()));

        assertThat(failure.errno()).isEqualTo(Errno.EINVAL);
        assertThat(failure.diagnosis().toString()).isEqualTo("the driver set no errno; EINVAL is assumed");
    }

    // ---------------------------------------------------------------- the choice between two functions

    @Test
    void aRequestWithOnlyADomainUsesThePlainCall() {
        libibverbs.export("ibv_create_qp", arguments -> libibverbs.struct(256).address());

        QueuePair queuePair = context.createQpEx(qp().pd(pd).build());

        assertThat(libibverbs.calls()).contains("ibv_create_qp").doesNotContain("ibv_qp_to_qp_ex");
        assertThat(queuePair.toQpEx()).isEmpty();
    }

    @Test
    void aRequestWithMoreFieldsUsesTheExtendedCall() {
        libibverbs.extend(VerbsContext.CREATE_QP_EX, arguments -> {
            libibverbs.at(arguments[1]).inner(IbvQpInitAttr.CAP).put(IbvQpCap.MAX_SEND_WR, 64);
            return libibverbs.struct(512).address();
        });

        QueuePair queuePair =
                context.createQpEx(qp().pd(pd).sendOpsFlags(SendOp.SEND).build());

        assertThat(libibverbs.calls()).doesNotContain("ibv_create_qp");
        assertThat(queuePair.grantedCap()).isEqualTo(new QpCap(64, 1, 1, 1, 0));
    }

    @Test
    void sendOpsAreReadFromTheStruct() {
        Struct qpEx = libibverbs
                .struct(512)
                .put(IbvQpEx.WR_SEND, 1)
                .put(IbvQpEx.WR_ATOMIC_WRITE, 1)
                .put(IbvQpEx.WR_FLUSH, 1);
        libibverbs.extend(VerbsContext.CREATE_QP_EX, arguments -> qpEx.address());
        libibverbs.export("ibv_qp_to_qp_ex", arguments -> arguments[0]);

        assertThat(sendOps(SendOp.SEND)).isEqualTo(Flags.of(SendOp.SEND));
        assertThat(sendOps(SendOp.FLUSH)).isEqualTo(Flags.of(SendOp.SEND, SendOp.FLUSH));
        assertThat(sendOps(SendOp.ATOMIC_WRITE)).isEqualTo(Flags.of(SendOp.SEND, SendOp.ATOMIC_WRITE));
    }

    private Flags<SendOp> sendOps(SendOp requested) {
        return context.createQpEx(qp().pd(pd).sendOpsFlags(requested).build())
                .toQpEx()
                .map(QueuePairEx::sendOps)
                .orElseThrow();
    }

    /**
     * C receives only objects whose users the kernel counts. The kernel does not prevent the destruction of other
     * objects, whose pointers the driver would still use.
     */
    @ParameterizedTest
    @CsvSource({"RC, true, true, true", "XRC_SEND, true, true, false", "XRC_RECV, false, false, false"})
    void onlyObjectsCountedByTheKernelArePassedToC(QpType type, boolean inDomain, boolean sends, boolean receives) {
        List<Boolean> named = namedObjects();

        context.createQpEx(qp().qpType(type).pd(pd).sendOpsFlags(SendOp.SEND).build());

        assertThat(named).containsExactly(inDomain, sends, receives);
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1, true"})
    void withATableOnlyASendingQueuePairPassesACompletionQueue(int maxSendWr, boolean sends) {
        List<Boolean> named = namedObjects();
        libibverbs.extend(
                VerbsContext.CREATE_WQ, arguments -> libibverbs.struct(256).address());
        libibverbs.extend(
                VerbsContext.CREATE_RWQ_IND_TABLE,
                arguments -> libibverbs.struct(64).address());
        RwqIndTable table = context.createRwqIndTable(RwqIndTableAttr.of(List.of(context.createWq(wq().build()))));

        context.createQpEx(QpInitAttr.builder()
                .qpType(QpType.RAW_PACKET)
                .pd(pd)
                .sendCq(cq)
                .maxSendWr(maxSendWr)
                .rwqIndTbl(table)
                .build());

        assertThat(named).containsExactly(true, sends, false);
    }

    /** Returns a list that records whether a request names a protection domain, a send queue and a receive queue. */
    private List<Boolean> namedObjects() {
        List<Boolean> named = new ArrayList<>();
        libibverbs.extend(VerbsContext.CREATE_QP_EX, arguments -> {
            Struct attr = libibverbs.at(arguments[1]);
            named.add(attr.get(IbvQpInitAttrEx.PD) != 0);
            named.add(attr.get(IbvQpInitAttr.SEND_CQ) != 0);
            named.add(attr.get(IbvQpInitAttr.RECV_CQ) != 0);
            return libibverbs.struct(512).address();
        });
        return named;
    }

    static Stream<Arguments> srqMasks() {
        Flags<SrqInitAttr.Mask> pd = Flags.of(SrqInitAttr.Mask.PD);
        return Stream.of(
                Arguments.of(pd, SrqType.XRC, true),
                Arguments.of(pd.with(SrqInitAttr.Mask.TYPE), SrqType.BASIC, true),
                Arguments.of(pd.with(SrqInitAttr.Mask.TYPE), SrqType.TM, false),
                Arguments.of(pd.with(SrqInitAttr.Mask.CQ), SrqType.BASIC, false),
                Arguments.of(Flags.of(SrqInitAttr.Mask.TYPE), SrqType.BASIC, false));
    }

    @ParameterizedTest
    @MethodSource("srqMasks")
    void aBasicSharedReceiveQueueUsesThePlainCall(Flags<SrqInitAttr.Mask> mask, SrqType type, boolean plain) {
        libibverbs.export("ibv_create_srq", arguments -> libibverbs.struct(256).address());
        libibverbs.extend(
                VerbsContext.CREATE_SRQ_EX, arguments -> libibverbs.struct(256).address());

        context.createSrqEx(
                SrqInitAttr.builder().pd(pd).cq(cq).srqType(type).compMask(mask).build());

        assertThat(libibverbs.calls().contains("ibv_create_srq")).isEqualTo(plain);
    }

    @ParameterizedTest
    @CsvSource({"38", "95"})
    void theExtendedQueryFallsBackToThePlainOne(int refusal) {
        libibverbs.extend(VerbsContext.QUERY_DEVICE_EX, arguments -> {
            libibverbs.at(arguments[2]).put(IbvDeviceAttr.MAX_QP, 99);
            return refusal;
        });
        libibverbs.export("ibv_query_device", arguments -> {
            libibverbs.at(arguments[1]).put(IbvDeviceAttr.MAX_SGE, 30);
            return 0;
        });

        assertThat(context.queryDeviceEx().origAttr().maxSge()).isEqualTo(30);
        assertThat(context.queryDeviceEx().origAttr().maxQp()).isZero();
    }

    @Test
    void thePortQueryFallsBackToTheExportedOne() {
        libibverbs.export("ibv_query_port", arguments -> {
            libibverbs.at(arguments[2]).put(IbvPortAttr.LID, arguments[1]);
            return 0;
        });
        assertThat(context.queryPort(3).lid()).isEqualTo(3);

        libibverbs.extend(VerbsContext.QUERY_PORT, arguments -> {
            libibverbs.at(arguments[2]).put(IbvPortAttr.LID, arguments[3]);
            return 0;
        });
        assertThat(context.queryPort(3).lid()).isEqualTo(IbvPortAttr.SIZE);
    }

    // ---------------------------------------------------------------- additional work of verbs.h

    @Test
    void aWorkQueueGetsItsMutexAndCondition() {
        Struct created = libibverbs.struct(256).put(IbvWq.EVENTS_COMPLETED, 9);
        libibverbs.extend(VerbsContext.CREATE_WQ, arguments -> created.address());
        long[] initialised = new long[2];
        libibverbs.export("pthread_mutex_init", arguments -> initialised[0] = arguments[0]);
        libibverbs.export("pthread_cond_init", arguments -> initialised[1] = arguments[0]);

        context.createWq(wq().build());

        assertThat(initialised)
                .containsExactly(created.address() + IbvWq.MUTEX.offset(), created.address() + IbvWq.COND.offset());
        assertThat(created.get(IbvWq.EVENTS_COMPLETED)).isZero();
    }

    @Test
    void aNegativeResultOfModifyWqIsAnError() {
        libibverbs.extend(
                VerbsContext.CREATE_WQ, arguments -> libibverbs.struct(256).address());
        libibverbs.extend(VerbsContext.MODIFY_WQ, arguments -> -Errno.EINVAL.number());
        WorkQueue queue = context.createWq(wq().build());

        assertErrno(
                Errno.EINVAL,
                () -> queue.modify(WqAttr.builder().wqState(WqState.RDY).build()));
    }

    @Test
    void aBufferIsRegisteredFromPositionToLimit() {
        long[] registered = new long[6];
        libibverbs.export("ibv_reg_mr_iova2", arguments -> {
            System.arraycopy(arguments, 0, registered, 0, 6);
            return libibverbs.struct(48).address();
        });

        MemoryRegion region = pd.regMr(
                ByteBuffer.allocateDirect(100).position(3).limit(33),
                Flags.of(AccessFlag.RELAXED_ORDERING, AccessFlag.LOCAL_WRITE));

        assertThat(List.of(registered[1], registered[2], registered[3], registered[4]))
                .containsExactly(0x7003L, 30L, 0x7003L, 0x10_0001L);
        assertThat(region.length()).isEqualTo(30);
    }

    @Test
    void libmlx5IsNotCalledToDestroyAnOpenedTarget() {
        QueuePair target = openedOn("/usr/lib/libibverbs/libmlx5-rdmav34.so");

        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() ->
                        target.modify(QpAttr.builder().qpState(QpState.RESET).build()))
                .withMessageContaining("mlx5_modify_qp");
        target.modify(QpAttr.builder().qpState(QpState.ERR).build());
        target.close();

        assertThat(libibverbs.calls())
                .contains("ibv_modify_qp", "ibv_cmd_destroy_qp")
                .doesNotContain("ibv_destroy_qp");
    }

    @Test
    void anotherDriverDestroysItsOpenedTarget() {
        openedOn("/usr/lib/libibverbs/libmlx4-rdmav34.so").close();

        assertThat(libibverbs.calls()).contains("ibv_destroy_qp").doesNotContain("ibv_cmd_destroy_qp");
    }

    /**
     * The queue has two completions. One arrives before the destroy. The other arrives during the destroy, and C
     * reports it as an error, because it has no owner.
     */
    @Test
    void newObjectsWaitForTheSweepOfADestroyedXrcQueue() {
        AtomicInteger polls = new AtomicInteger();
        List<Long> answers = List.of(1L, 0L, -1L, 0L);
        libibverbs.driver("/usr/lib/libibverbs/libmlx5-rdmav34.so");
        libibverbs
                .context()
                .inner(IbvContext.OPS)
                .put(IbvContextOps.POLL_CQ, libibverbs.function(arguments -> answers.get(polls.getAndIncrement())));
        libibverbs.export(
                "ibv_create_cq",
                arguments -> libibverbs.struct(256).put(IbvCq.CQE, 1).address());
        DeviceContext polling =
                new FakeProvider(() -> libibverbs).device("fake_0").open();
        CompletionQueue completions =
                polling.createCq(CqInitAttr.builder().cqe(1).build());
        SharedReceiveQueue queue = xrcQueue(polling, completions);
        CompletableFuture<ProtectionDomain> next = new CompletableFuture<>();
        libibverbs.export("ibv_destroy_srq", arguments -> {
            assertThat(polls).hasValue(2);
            new Thread(() -> next.complete(polling.allocPd())).start();
            assertThat(next).failsWithin(Duration.ofMillis(50));
            return 0;
        });

        queue.close();

        assertThat(polls).hasValue(4);
        assertThat(next).succeedsWithin(Duration.ofSeconds(60));
        assertThat(completions.poll(polling.newCompletionArray(4))).isOne();
    }

    @Test
    void anotherDriverDestroysItsXrcQueue() {
        libibverbs.driver("/usr/lib/libibverbs/libmlx4-rdmav34.so");

        xrcQueue(context, cq).close();

        assertThat(libibverbs.calls()).contains("ibv_destroy_srq").doesNotContain("ibv_cmd_destroy_srq");
    }

    private SharedReceiveQueue xrcQueue(DeviceContext owner, CompletionQueue completions) {
        libibverbs.extend(
                VerbsContext.CREATE_SRQ_EX, arguments -> libibverbs.struct(256).address());
        return owner.createSrqEx(SrqInitAttr.builder()
                .srqType(SrqType.XRC)
                .pd(owner.allocPd())
                .xrcd(domain(owner))
                .cq(completions)
                .maxWr(1)
                .maxSge(1)
                .build());
    }

    private XrcDomain domain(DeviceContext owner) {
        libibverbs.extend(
                VerbsContext.OPEN_XRCD, arguments -> libibverbs.struct(8).address());
        return owner.openXrcd(XrcdInitAttr.privateDomain());
    }

    private QueuePair openedOn(String driver) {
        libibverbs.driver(driver);
        libibverbs.extend(
                VerbsContext.OPEN_QP, arguments -> libibverbs.struct(256).address());
        XrcDomain domain = domain(context);
        return context.openQp(QpOpenAttr.builder().xrcd(domain).qpNum(5).build());
    }

    private QpInitAttr.Builder qp() {
        return QpInitAttr.builder().sendCq(cq).recvCq(cq).cap(new QpCap(1, 1, 1, 1, 0));
    }

    private WqInitAttr.Builder wq() {
        return WqInitAttr.builder().pd(pd).cq(cq).maxWr(1).maxSge(1);
    }

    private static void assertErrno(Errno errno, Runnable action) {
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(action::run)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(errno));
    }
}
