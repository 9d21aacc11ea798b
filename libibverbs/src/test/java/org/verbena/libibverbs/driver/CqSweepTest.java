// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqState;
import org.verbena.error.Errno;
import org.verbena.libibverbs.FakeLibibverbs;
import org.verbena.libibverbs.FakeProvider;
import org.verbena.libibverbs.abi.ContextStructs.IbvContext;
import org.verbena.libibverbs.abi.ContextStructs.IbvContextOps;
import org.verbena.libibverbs.abi.ContextStructs.VerbsContext;
import org.verbena.libibverbs.abi.CqStructs.IbvCq;
import org.verbena.libibverbs.abi.CqStructs.IbvCqEx;
import org.verbena.libibverbs.abi.CqStructs.IbvCqInitAttrEx;
import org.verbena.libibverbs.abi.QpStructs.IbvQp;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.spi.work.WcLayout;

/** Checks that a completion queue of mlx5 loses the completions of a destroyed queue pair, and returns all others. */
class CqSweepTest {
    private static final int CQE = 3;
    private static final long QP_NUM = 7;
    private static final long OTHER = 8;

    /** An entry of a queue that libmlx5 does not know. A poll returns CQ_POLL_ERR for it. */
    private static final Entry OF_NOBODY = new Entry(-1, 0);

    private final FakeLibibverbs libibverbs = new FakeLibibverbs();
    private final Struct cqStruct = libibverbs.struct(512);
    private final Struct qpStruct = libibverbs.struct(256);

    /** The entries of the ring. */
    private final Deque<Entry> ring = new ArrayDeque<>();

    private final List<String> calls = new ArrayList<>();
    private DeviceContext context;
    private ProtectionDomain pd;

    private record Entry(long wrId, long qpNum) {}

    @BeforeEach
    void open() {
        open("mlx5");
        cqStruct.put(IbvCq.CQE, CQE);
        qpStruct.put(IbvQp.QP_NUM, QP_NUM);
        libibverbs.export("ibv_create_cq", arguments -> cqStruct.address());
        libibverbs.export("ibv_create_qp", arguments -> qpStruct.address());
        libibverbs.export("ibv_modify_qp", arguments -> called("modify"));
        libibverbs.export("ibv_destroy_qp", arguments -> called("destroy"));
    }

    private void open(String driver) {
        libibverbs.driver("/usr/lib/libibverbs/lib%s-rdmav34.so".formatted(driver));
        libibverbs.context().inner(IbvContext.OPS).put(IbvContextOps.POLL_CQ, libibverbs.function(arguments -> {
            calls.add("poll");
            if (ring.isEmpty()) {
                return 0;
            }
            Entry entry = ring.remove();
            if (entry.equals(OF_NOBODY)) {
                return -2;
            }
            Struct wc = libibverbs.at(arguments[2]);
            wc.memory().putLong(wc.address() + WcLayout.WR_ID, entry.wrId());
            wc.memory().putInt(wc.address() + WcLayout.QP_NUM, (int) entry.qpNum());
            return 1;
        }));
        context = new FakeProvider(() -> libibverbs).device("fake_0").open();
        pd = context.allocPd();
    }

    private long called(String name) {
        calls.add(name);
        return 0;
    }

    private void arrive(long qpNum, long... wrIds) {
        for (long wrId : wrIds) {
            ring.add(new Entry(wrId, qpNum));
        }
    }

    private QueuePair qp(CompletionQueue cq) {
        return pd.createQp(QpInitAttr.builder()
                .qpType(QpType.RC)
                .sendCq(cq)
                .recvCq(cq)
                .cap(new QpCap(1, 1, 1, 1, 0))
                .build());
    }

    private CompletionQueue cq() {
        return context.createCq(CqInitAttr.builder().cqe(CQE).build());
    }

    private List<Long> poll(CompletionQueue cq) {
        CompletionArray array = context.newCompletionArray(2);
        List<Long> wrIds = new ArrayList<>();
        for (int count = cq.poll(array); count > 0; count = cq.poll(array)) {
            for (int i = 0; i < count; i++) {
                wrIds.add(array.wrId(i));
            }
        }
        return wrIds;
    }

    // ---------------------------------------------------------------- a plain queue

    @Test
    void completionsOfADestroyedQueuePairAreRemoved() {
        CompletionQueue cq = cq();
        QueuePair qp = qp(cq);
        arrive(OTHER, 1);
        arrive(QP_NUM, 2);
        arrive(OTHER, 3);
        ring.add(OF_NOBODY);

        qp.close();

        assertThat(calls).startsWith("destroy", "poll");
        assertThat(ring).isEmpty();
        assertThat(poll(cq)).containsExactly(1L, 3L);
    }

    @Test
    void completionsThatArriveLaterArePolledAfterThoseTakenOut() {
        CompletionQueue cq = cq();
        QueuePair qp = qp(cq);
        arrive(OTHER, 1, 2, 3);
        qp.close();
        arrive(OTHER, 4, 5);

        assertThat(poll(cq)).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    /** The sweep polls at most as many entries as fit into the ring: one more than the application may use. */
    @Test
    void theSweepPollsAtMostTheEntriesOfTheRing() {
        CompletionQueue cq = cq();
        QueuePair qp = qp(cq);
        arrive(OTHER, 1, 2, 3, 4, 5, 6);

        qp.close();

        assertThat(ring).hasSize(2);
        assertThat(poll(cq)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    }

    @Test
    void resetQueuePairIsResetAgainAfterItsCompletionsWerePolled() {
        CompletionQueue cq = cq();
        QueuePair qp = qp(cq);
        arrive(OTHER, 1);
        arrive(QP_NUM, 2);

        qp.modify(QpAttr.builder().qpState(QpState.RESET).build());

        assertThat(calls).containsExactly("modify", "poll", "poll", "poll", "modify");
        assertThat(poll(cq)).containsExactly(1L);
    }

    @Test
    void queuePairIsResetOnceIfNoCompletionOfItIsLeft() {
        QueuePair qp = qp(cq());
        arrive(OTHER, 1);

        qp.modify(QpAttr.builder().qpState(QpState.RESET).build());

        assertThat(calls).containsExactly("modify", "poll", "poll");
    }

    @Test
    void queueIsNotPolledForOtherStates() {
        QueuePair qp = qp(cq());

        qp.modify(QpAttr.builder().qpState(QpState.ERR).build());

        assertThat(calls).containsExactly("modify");
    }

    @Test
    void queuesOfDriversThatSweepAllAreNotPolled() {
        open("bnxt_re");

        qp(cq()).close();

        assertThat(calls).containsExactly("destroy");
    }

    @Test
    void workQueueIsSweptBeforeItsResetAndAfterItsDestroy() {
        libibverbs.extend(
                VerbsContext.CREATE_WQ, arguments -> libibverbs.struct(256).address());
        libibverbs.extend(VerbsContext.MODIFY_WQ, arguments -> called("modify"));
        libibverbs.extend(VerbsContext.DESTROY_WQ, arguments -> called("destroy"));
        CompletionQueue cq = cq();
        WorkQueue wq = context.createWq(
                WqInitAttr.builder().pd(pd).cq(cq).maxWr(1).maxSge(1).build());

        wq.modify(WqAttr.builder().wqState(WqState.RDY).build());
        arrive(0, 1);
        wq.modify(WqAttr.builder().wqState(WqState.RESET).build());
        arrive(0, 2);
        wq.close();

        assertThat(calls).containsExactly("modify", "poll", "poll", "modify", "destroy", "poll", "poll");
        assertThat(poll(cq)).containsExactly(1L, 2L);
    }

    // ---------------------------------------------------------------- an extended queue

    @Test
    void completionsThatWereTakenOutAreReadInPlace() {
        CompletionQueueEx cq = extended();
        QueuePair qp = qp(cq);
        arrive(OTHER, 1);
        ring.add(OF_NOBODY);
        arrive(OTHER, 3);
        arrive(QP_NUM, 4);
        qp.close();
        arrive(OTHER, 5);

        List<Long> read = new ArrayList<>();
        assertThat(cq.startPoll()).isTrue();
        do {
            assertThat(cq.qpNum()).isEqualTo(OTHER);
            assertThat(cq.completionTs()).isEqualTo(cq.wrId() * 100);
            assertThat(cq.byteLen()).isEqualTo(0x8765_4321L);
            assertThat(cq.immData()).isEqualTo(0x2143_6587);
            assertThat(cq.invalidatedRkey()).isEqualTo(0x8765_4321L);
            assertThat(cq.srcQp()).isEqualTo(0x8765_4321L);
            assertThat(cq.vendorErr()).isEqualTo(0x8765_4321L);
            assertThat(cq.slid()).isEqualTo(0x4321);
            assertThat(cq.sl()).isEqualTo(0x21);
            assertThat(cq.dlidPathBits()).isEqualTo(0x21);
            assertThat(cq.cvlan()).isEqualTo(0x4321);
            assertThat(cq.flowTag()).isEqualTo(0x8765_4321L);
            assertThat(cq.statusCode()).isEqualTo(5);
            assertThat(cq.opcodeCode()).isEqualTo(0x8765_4321);
            assertThat(cq.completionFlags()).isEqualTo(0x8765_4321);
            read.add(cq.wrId());
        } while (cq.nextPoll());
        cq.endPoll();

        assertThat(read).containsExactly(1L, 3L, 5L);
        assertThat(calls.stream().filter("start"::equals))
                .hasSameSizeAs(calls.stream().filter("end"::equals).toList());
    }

    @Test
    void completionsThatWereTakenOutOfAnExtendedQueueArePolled() {
        CompletionQueueEx cq = extended();
        QueuePair qp = qp(cq);
        arrive(OTHER, 1, 2, 3);
        qp.close();

        CompletionArray array = context.newCompletionArray(4);
        assertThat(cq.poll(array)).isEqualTo(3);
        assertThat(array.get(0)).satisfies(completion -> {
            assertThat(completion.wrId()).isEqualTo(1);
            assertThat(completion.qpNum()).isEqualTo(OTHER);
            assertThat(completion.byteLen()).isEqualTo(0x8765_4321L);
        });
        assertThat(cq.poll(array)).isZero();
        assertThat(cq.startPoll()).isFalse();
    }

    @Test
    void pollMayEndBetweenCompletionsThatWereTakenOut() {
        CompletionQueueEx cq = extended();
        QueuePair qp = qp(cq);
        arrive(OTHER, 1, 2);
        qp.close();
        calls.clear();

        cq.startPoll();
        cq.endPoll();
        assertThat(calls).isEmpty();

        arrive(OTHER, 3);
        assertThat(poll(cq)).containsExactly(2L, 3L);
    }

    @ParameterizedTest
    @CsvSource({
        "mlx5, CVLAN, 0x17f",
        "mlx5, COMPLETION_TIMESTAMP, 0xff",
        "mlx4, COMPLETION_TIMESTAMP, 0xcf",
        "mlx4, SL, 0x7f",
        "rxe, CVLAN, 0x100"
    })
    void extendedQueuesAreCreatedWithTheFieldsOfAPlainCompletion(String driver, WcFlag requested, String passed) {
        long[] fields = new long[1];
        libibverbs.extend(VerbsContext.CREATE_CQ_EX, arguments -> {
            fields[0] = libibverbs.at(arguments[1]).get(IbvCqInitAttrEx.WC_FLAGS);
            return cqStruct.address();
        });
        open(driver);

        context.createCqEx(CqInitAttr.builder().cqe(CQE).wcFlags(requested).build());

        assertThat(fields[0]).isEqualTo(Long.decode(passed));
    }

    private CompletionQueueEx extended() {
        Deque<Entry> current = new ArrayDeque<>();
        cqStruct.put(IbvCqEx.START_POLL, libibverbs.function(arguments -> next("start", current)))
                .put(IbvCqEx.NEXT_POLL, libibverbs.function(arguments -> next("next", current)))
                .put(IbvCqEx.END_POLL, libibverbs.function(arguments -> called("end")))
                .put(
                        IbvCqEx.READ_QP_NUM,
                        libibverbs.function(arguments -> current.element().qpNum()))
                .put(
                        IbvCqEx.READ_COMPLETION_TS,
                        libibverbs.function(arguments -> current.element().wrId() * 100));
        for (var field : List.of(
                IbvCqEx.READ_OPCODE,
                IbvCqEx.READ_VENDOR_ERR,
                IbvCqEx.READ_BYTE_LEN,
                IbvCqEx.READ_IMM_DATA,
                IbvCqEx.READ_SRC_QP,
                IbvCqEx.READ_WC_FLAGS,
                IbvCqEx.READ_SLID,
                IbvCqEx.READ_SL,
                IbvCqEx.READ_DLID_PATH_BITS,
                IbvCqEx.READ_CVLAN,
                IbvCqEx.READ_FLOW_TAG)) {
            cqStruct.put(field, libibverbs.function(arguments -> 0x8765_4321L));
        }
        cqStruct.put(IbvCqEx.READ_SLID, libibverbs.function(arguments -> 0x4321L));
        libibverbs.extend(VerbsContext.CREATE_CQ_EX, arguments -> cqStruct.address());
        return context.createCqEx(CqInitAttr.builder()
                .cqe(CQE)
                .wcFlags(
                        WcFlag.QP_NUM,
                        WcFlag.COMPLETION_TIMESTAMP,
                        WcFlag.BYTE_LEN,
                        WcFlag.IMM,
                        WcFlag.SRC_QP,
                        WcFlag.SLID,
                        WcFlag.SL,
                        WcFlag.DLID_PATH_BITS,
                        WcFlag.CVLAN,
                        WcFlag.FLOW_TAG)
                .build());
    }

    private long next(String name, Deque<Entry> current) {
        if (ring.isEmpty()) {
            return Errno.ENOENT.number();
        }
        Entry entry = ring.remove();
        if (entry.equals(OF_NOBODY)) {
            return -2;
        }
        calls.add(name);
        current.clear();
        current.add(entry);
        cqStruct.put(IbvCqEx.WR_ID, entry.wrId()).put(IbvCqEx.STATUS, 5);
        return 0;
    }
}
