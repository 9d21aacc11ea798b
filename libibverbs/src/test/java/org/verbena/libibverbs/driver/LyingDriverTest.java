// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.SrqInitAttr;
import org.verbena.async.ProgressEngine;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.FakeLibibverbs;
import org.verbena.libibverbs.FakeProvider;
import org.verbena.libibverbs.abi.AddressStructs.IbvGidEntry;
import org.verbena.libibverbs.abi.ContextStructs.IbvContext;
import org.verbena.libibverbs.abi.ContextStructs.IbvContextOps;
import org.verbena.libibverbs.abi.CqStructs.IbvCq;
import org.verbena.libibverbs.abi.DeviceStructs.IbvDeviceAttr;
import org.verbena.libibverbs.abi.DeviceStructs.IbvPortAttr;
import org.verbena.libibverbs.abi.QpStructs.IbvQp;
import org.verbena.libibverbs.abi.QpStructs.IbvQpAttr;
import org.verbena.libibverbs.abi.QpStructs.IbvQpCap;
import org.verbena.libibverbs.abi.QpStructs.IbvQpInitAttr;
import org.verbena.libibverbs.abi.SrqStructs.IbvSrqAttr;

/** Checks that calls of a driver with nonsensical answers quickly return a valid value or throw VerbsException. */
@Timeout(60)
class LyingDriverTest {
    private static final int MEMORY = 1 << 24;
    private static final List<Long> ABSURD = List.of(
            0L,
            1L,
            -1L,
            2L,
            255L,
            65_535L,
            (long) Integer.MAX_VALUE,
            (long) Integer.MIN_VALUE,
            1L << 31,
            (1L << 32) - 1,
            1L << 32,
            -(1L << 32),
            Long.MAX_VALUE,
            Long.MIN_VALUE);
    private static final List<String> DRIVERS =
            List.of("mlx5", "mlx4", "rxe", "siw", "efa", "irdma", "bnxt_re", "hns", "mana", "erdma", "cxgb4");

    private final FakeLibibverbs libibverbs = new FakeLibibverbs(MEMORY);
    private final long seed = Long.getLong("verbena.seed", new Random().nextLong());
    private final Random random = new Random(seed);

    private DeviceContext open() {
        return new FakeProvider(() -> libibverbs).device("fake_0").open();
    }

    private long absurd() {
        return random.nextInt(4) == 0 ? random.nextLong() : ABSURD.get(random.nextInt(ABSURD.size()));
    }

    /** Fills an output struct with nonsense, and reports success in most cases. */
    private long nonsense(long address, int size) {
        for (int at = 0; at + 8 <= size; at += 8) {
            libibverbs.memory().putLong(address + at, absurd());
        }
        libibverbs.fail((int) absurd());
        return random.nextInt(3) > 0 ? 0 : absurd();
    }

    private static void honest(ThrowingCallable call) {
        try {
            call.call();
        } catch (VerbsException e) {
            assertThat(e.errno().number()).as(e.toString()).isPositive();
        } catch (Throwable e) {
            fail("Neither an answer nor a VerbsException", e);
        }
    }

    @RepeatedTest(300)
    void anyAnswerIsAValueOrAVerbsException() {
        System.out.println("seed " + seed);
        String driver = DRIVERS.get(random.nextInt(DRIVERS.size()));
        libibverbs.driver("/usr/lib/libibverbs/lib" + driver + "-rdmav34.so");
        libibverbs.export("ibv_query_device", arguments -> nonsense(arguments[1], IbvDeviceAttr.SIZE));
        libibverbs.export("ibv_query_port", arguments -> nonsense(arguments[2], 48));
        libibverbs.export("ibv_query_pkey", arguments -> nonsense(arguments[3], 0));
        libibverbs.export("ibv_query_gid", arguments -> nonsense(arguments[3], 16));
        libibverbs.export("_ibv_query_gid_ex", arguments -> nonsense(arguments[3], IbvGidEntry.SIZE));
        libibverbs.export("_ibv_query_gid_table", arguments -> {
            nonsense(arguments[1], IbvGidEntry.SIZE);
            return absurd();
        });
        libibverbs.export("ibv_query_qp", arguments -> {
            nonsense(arguments[1], IbvQpAttr.SIZE);
            return nonsense(arguments[3], IbvQpInitAttr.SIZE);
        });
        libibverbs.export("ibv_query_srq", arguments -> nonsense(arguments[1], IbvSrqAttr.SIZE - 4));
        libibverbs.export("ibv_create_qp", arguments -> {
            nonsense(arguments[1] + IbvQpInitAttr.CAP.offset(), IbvQpCap.SIZE);
            return random.nextBoolean() ? libibverbs.struct(256).address() : pointer();
        });
        libibverbs.export("ibv_create_srq", arguments -> pointer());
        libibverbs.export("ibv_create_cq", arguments -> {
            long cq = libibverbs.struct(256).address();
            libibverbs.at(cq).put(IbvCq.CQE, (int) absurd());
            return cq;
        });
        for (String verb : List.of("ibv_resize_cq", "ibv_modify_qp", "ibv_modify_srq", "ibv_dealloc_pd")) {
            libibverbs.export(verb, arguments -> nonsense(arguments[0], 0));
        }
        DeviceContext context = open();
        ProtectionDomain pd = context.allocPd();
        CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(1).build());
        QpInitAttr request = QpInitAttr.builder()
                .qpType(QpType.RC)
                .sendCq(cq)
                .recvCq(cq)
                .maxSendWr(16)
                .maxSendSge(1)
                .maxInlineData(64)
                .build();

        honest(context::queryDevice);
        honest(context::queryDeviceEx);
        honest(() -> context.queryPort(1));
        honest(() -> context.queryPkey(1, 0));
        honest(() -> context.queryGid(1, 0));
        honest(() -> context.queryGidEntry(1, 0));
        honest(context::queryGidTable);
        honest(() -> cq.grantedCqe());
        honest(() -> cq.resize(4));
        honest(() ->
                pd.createSrq(SrqInitAttr.builder().maxWr(1).maxSge(1).build()).query());
        honest(() -> {
            QueuePair qp = pd.createQp(request);
            honest(qp::grantedCap);
            honest(qp::state);
            honest(() -> qp.query(Flags.ofMask(QpAttr.Mask.class, 0xFFFF_FFFFL)));
            honest(qp::close);
        });
        honest(() -> context.explain().createQp(request));
        honest(pd::close);
        honest(context::close);
    }

    /** Returns null, a small number, an odd address or a negative address. A dereference of any of them would crash. */
    private long pointer() {
        libibverbs.fail((int) absurd());
        return List.of(0L, 1L, 8L, 0x238L, -1L, -8L, 0x1_0001L, Long.MIN_VALUE).get(random.nextInt(8));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, -12, 5, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void anInvalidCountOfCompletionsIsAFailure(int count) {
        DeviceContext context = open();
        libibverbs.context().inner(IbvContext.OPS).put(IbvContextOps.POLL_CQ, libibverbs.function(arguments -> count));
        CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(1).build());
        CompletionArray completions = context.newCompletionArray(4);

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> cq.poll(completions))
                .satisfies(e -> assertThat(e.errno().number()).isPositive());

        assertThat(completions.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void engineRefusesACompletionQueueWithoutEntries(int granted) {
        libibverbs.export(
                "ibv_create_comp_channel", arguments -> libibverbs.struct(16).address());
        libibverbs.export("ibv_create_cq", arguments -> {
            long cq = libibverbs.struct(256).address();
            libibverbs.at(cq).put(IbvCq.CQE, granted);
            return cq;
        });
        ProtectionDomain pd = open().allocPd();

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> ProgressEngine.create(pd))
                .withMessageContaining("cqe = " + granted)
                .withMessageContaining("1..");

        assertThat(libibverbs.calls()).containsSubsequence("ibv_destroy_cq", "ibv_destroy_comp_channel");
    }

    /** A negative count fails with EINVAL. The lower half of -2^32 in the register is 0. */
    @ParameterizedTest
    @ValueSource(longs = {-1, -(1L << 32), Long.MIN_VALUE, Integer.MIN_VALUE})
    void negativeCountOfGidsIsAFailure(long count) {
        onePort(16);
        libibverbs.export("_ibv_query_gid_table", arguments -> count);
        DeviceContext context = open();

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(context::queryGidTable)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
    }

    @ParameterizedTest
    @ValueSource(longs = {17, 1L << 31, Long.MAX_VALUE})
    void gidsBeyondTheTableAreNotRead(long count) {
        onePort(16);
        libibverbs.export("_ibv_query_gid_table", arguments -> count);

        assertThat(open().queryGidTable()).hasSize(16);
    }

    /** Memory is allocated only for a plausible table, even if 255 ports report more entries. */
    @Test
    void hugeGidTableIsNotAllocated() {
        onePort(Integer.MAX_VALUE);
        libibverbs.export("ibv_query_device", arguments -> {
            libibverbs.at(arguments[1]).put(IbvDeviceAttr.PHYS_PORT_CNT, 255);
            return 0;
        });
        libibverbs.export("_ibv_query_gid_table", arguments -> 0);

        assertThat(open().queryGidTable()).isEmpty();
    }

    private void onePort(int gids) {
        libibverbs.export("ibv_query_device", arguments -> {
            libibverbs.at(arguments[1]).put(IbvDeviceAttr.PHYS_PORT_CNT, 1);
            return 0;
        });
        libibverbs.export("ibv_query_port", arguments -> {
            libibverbs.at(arguments[2]).put(IbvPortAttr.GID_TBL_LEN, gids);
            return 0;
        });
    }

    @Test
    void failureWithoutErrorNumberIsEinval() {
        libibverbs.export("ibv_alloc_pd", arguments -> 0);
        DeviceContext context = open();

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(context::allocPd)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL))
                .withMessageContaining("the driver set no errno");
    }

    @ParameterizedTest
    @ValueSource(ints = {-22, 22})
    void positiveAndNegativeErrorNumbersAreEquivalent(int number) {
        libibverbs.export("ibv_query_port", arguments -> number);
        DeviceContext context = open();

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> context.queryPort(1))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
    }

    @Test
    void anUnknownStateNumberIsReportedAsUnknown() {
        DeviceContext context = open();
        CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(1).build());
        libibverbs.export("ibv_create_qp", arguments -> {
            long qp = libibverbs.struct(256).address();
            libibverbs.at(qp).put(IbvQp.STATE, -77);
            return qp;
        });
        QueuePair qp = context.allocPd()
                .createQp(QpInitAttr.builder()
                        .qpType(QpType.RC)
                        .sendCq(cq)
                        .recvCq(cq)
                        .build());

        assertThat(qp.state()).isEqualTo(QpState.UNKNOWN);
    }
}
