// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.verbena.libibverbs.driver.FakeContext.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.QpInitAttr;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.ContextStructs.VerbsContext;
import org.verbena.libibverbs.abi.IbvQpEx;
import org.verbena.libibverbs.abi.MemoryStructs.IbvMw;
import org.verbena.libibverbs.abi.MemoryStructs.IbvMwBindInfo;
import org.verbena.libibverbs.abi.QpStructs.IbvQpCap;
import org.verbena.libibverbs.abi.QpStructs.IbvQpInitAttr;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.spi.DriverQp;
import org.verbena.spi.DriverSendBuilder;

/** Checks that libmlx5 never writes through a pointer that it has not set. */
class Mlx5SendBuilderTest {
    /** The limit that libmlx5 returns for a queue pair without inline data. */
    private static final long MINUS_FOUR = 0xFFFF_FFFCL;

    private final FakeContext fake = new FakeContext();
    private final Struct qpEx = fake.libibverbs.struct(512);
    private final List<String> calls = new ArrayList<>();

    @BeforeEach
    void libmlx5() {
        fake.libibverbs.driver("/usr/lib/libmlx5.so.1");
        noting(IbvQpEx.WR_START, "start");
        noting(IbvQpEx.WR_ABORT, "abort");
    }

    private void noting(CField function, String name) {
        qpEx.put(function, fake.libibverbs.function(arguments -> {
            calls.add(name);
            return 0;
        }));
    }

    private DriverSendBuilder builder(SendOp op, long maxSendWr, long maxInlineData) {
        fake.libibverbs.extend(VerbsContext.CREATE_QP_EX, arguments -> {
            fake.libibverbs
                    .at(arguments[1])
                    .inner(IbvQpInitAttr.CAP)
                    .put(IbvQpCap.MAX_SEND_WR, maxSendWr)
                    .put(IbvQpCap.MAX_INLINE_DATA, maxInlineData);
            return qpEx.address();
        });
        fake.libibverbs.export("ibv_qp_to_qp_ex", arguments -> arguments[0]);
        QpInitAttr request = QpInitAttr.builder()
                .qpType(op == SendOp.TSO ? QpType.RAW_PACKET : QpType.RC)
                .pd(fake.context.allocPd())
                .sendCq(fake.cq())
                .recvCq(fake.cq())
                .maxTsoHeader(64)
                .sendOpsFlags(op)
                .build();
        return driver(fake.context.createQpEx(request), DriverQp.class)
                .sendBuilder()
                .orElseThrow();
    }

    // ---------------------------------------------------------------- the first entry

    static Stream<Arguments> operations() {
        return Stream.of(
                Arguments.of(SendOp.RDMA_WRITE, IbvQpEx.WR_RDMA_WRITE),
                Arguments.of(SendOp.RDMA_WRITE_WITH_IMM, IbvQpEx.WR_RDMA_WRITE_IMM),
                Arguments.of(SendOp.SEND, IbvQpEx.WR_SEND),
                Arguments.of(SendOp.SEND_WITH_IMM, IbvQpEx.WR_SEND_IMM),
                Arguments.of(SendOp.RDMA_READ, IbvQpEx.WR_RDMA_READ),
                Arguments.of(SendOp.ATOMIC_CMP_AND_SWP, IbvQpEx.WR_ATOMIC_CMP_SWP),
                Arguments.of(SendOp.ATOMIC_FETCH_AND_ADD, IbvQpEx.WR_ATOMIC_FETCH_ADD),
                Arguments.of(SendOp.LOCAL_INV, IbvQpEx.WR_LOCAL_INV),
                Arguments.of(SendOp.BIND_MW, IbvQpEx.WR_BIND_MW),
                Arguments.of(SendOp.SEND_WITH_INV, IbvQpEx.WR_SEND_INV),
                Arguments.of(SendOp.TSO, IbvQpEx.WR_SEND_TSO));
    }

    /** A new builder calls one of its functions, because libmlx5 then sets the pointer to the current entry. */
    @ParameterizedTest
    @MethodSource("operations")
    void creationSetsTheCurrentEntryWithAnAvailableBuilder(SendOp op, CField function) {
        noting(function, "builder");
        qpEx.put(IbvQpEx.WR_ID, 77).put(IbvQpEx.WR_FLAGS, 2);

        builder(op, 16, 0);

        assertThat(calls).containsExactly("start", "builder", "abort");
        assertThat(qpEx.get(IbvQpEx.WR_ID)).isZero();
        assertThat(qpEx.get(IbvQpEx.WR_FLAGS)).isZero();
    }

    /** The first entry refers to valid memory, because libmlx5 dereferences the window and copies the header. */
    @Test
    void theFirstEntryRefersToValidMemory() {
        qpEx.put(IbvQpEx.WR_BIND_MW, fake.libibverbs.function(arguments -> {
            assertThat(fake.libibverbs.room(arguments[1])).isGreaterThanOrEqualTo(IbvMw.SIZE);
            assertThat(fake.libibverbs.at(arguments[3]).get(IbvMwBindInfo.LENGTH))
                    .isZero();
            calls.add("window");
            return 0;
        }));
        builder(SendOp.BIND_MW, 16, 0);
        qpEx.put(IbvQpEx.WR_BIND_MW, 0);
        qpEx.put(IbvQpEx.WR_SEND_TSO, fake.libibverbs.function(arguments -> {
            assertThat(arguments[2]).isEqualTo(14);
            assertThat(fake.libibverbs.room(arguments[1])).isGreaterThanOrEqualTo(14);
            calls.add("header");
            return 0;
        }));
        builder(SendOp.TSO, 16, 0);

        assertThat(calls).containsExactly("start", "window", "abort", "start", "header", "abort");
    }

    @Test
    void aQueueWithoutEntriesCannotBeStarted() {
        noting(IbvQpEx.WR_SEND, "send");
        DriverSendBuilder builder = builder(SendOp.SEND, 0, 0);

        assertThat(calls).isEmpty();
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(builder::start)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM))
                .withMessageContaining("max_send_wr = 0, limit 1..");
        assertThat(calls).isEmpty();
    }

    @Test
    void aQueueWithAnEntryIsStarted() {
        noting(IbvQpEx.WR_SEND, "send");
        DriverSendBuilder builder = builder(SendOp.SEND, 1, 0);
        calls.clear();

        builder.start();

        assertThat(calls).containsExactly("start");
    }

    // ---------------------------------------------------------------- headers and inline data

    @ParameterizedTest
    @ValueSource(ints = {14, 15, 64})
    void headersThatFitArePassed(int length) {
        noting(IbvQpEx.WR_SEND_TSO, "tso");
        DriverSendBuilder builder = builder(SendOp.TSO, 16, 0);
        qpEx.put(IbvQpEx.WR_SEND_TSO, 0);
        calls.clear();

        builder.sendTso(fake.memory, 0, length, 1000);

        assertThat(calls).containsExactly("tso");
    }

    @Test
    void grantedInlineDataArePassed() {
        qpEx.put(IbvQpEx.WR_SET_INLINE_DATA, fake.function(3, 0));
        noting(IbvQpEx.WR_SEND, "send");

        builder(SendOp.SEND, 16, 64).setInlineData(fake.memory, 8, 5);

        assertThat(fake.seen).containsExactly(qpEx.address(), fake.memory.address() + 8, 5L);
    }

    @Test
    void aNegativeGrantAllowsNoInlineData() {
        qpEx.put(IbvQpEx.WR_SET_INLINE_DATA, fake.function(3, 0));
        noting(IbvQpEx.WR_SEND, "send");
        DriverSendBuilder builder = builder(SendOp.SEND, 16, MINUS_FOUR);

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> builder.setInlineData(fake.memory, 8, 1))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM))
                .withMessageContaining("inline data = 1 bytes, limit 0");
        assertThat(fake.seen).isEmpty();

        builder.setInlineData(fake.memory, 8, 0);

        assertThat(fake.seen).containsExactly(qpEx.address(), fake.memory.address() + 8, 0L);
    }

    @Test
    void anUnsupportedBuilderIsNotCalled() {
        noting(IbvQpEx.WR_FLUSH, "flush");

        builder(SendOp.FLUSH, 16, 0);

        assertThat(calls).containsExactly("start", "abort");
    }
}
