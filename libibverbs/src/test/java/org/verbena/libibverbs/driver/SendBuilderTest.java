// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.verbena.libibverbs.driver.FakeContext.driver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.QpInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.ContextStructs.VerbsContext;
import org.verbena.libibverbs.abi.IbvQpEx;
import org.verbena.libibverbs.abi.MemoryStructs.IbvMwBindInfo;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.DriverQp;
import org.verbena.spi.DriverSendBuilder;

/** Checks that builders call the functions of {@code struct ibv_qp_ex}, with arguments in C's order. */
class SendBuilderTest {
    private final FakeContext fake = new FakeContext();
    private final Struct qpEx = fake.libibverbs.struct(512);

    /** A call of a builder with a page of memory. */
    private interface Call {
        void on(DriverSendBuilder builder, DriverMemory memory);
    }

    static Stream<Arguments> calls() {
        return Stream.of(
                call(IbvQpEx.WR_START, List.of(), (builder, memory) -> builder.start()),
                call(IbvQpEx.WR_ABORT, List.of(), (builder, memory) -> builder.abort()),
                call(IbvQpEx.WR_SEND, List.of(), (builder, memory) -> builder.send()),
                call(IbvQpEx.WR_SEND_IMM, List.of(0x4433_2211L), (builder, memory) -> builder.sendImm(0x1122_3344)),
                call(IbvQpEx.WR_SEND_INV, List.of(7L), (builder, memory) -> builder.sendInv(7)),
                call(IbvQpEx.WR_RDMA_WRITE, List.of(7L, 8L), (builder, memory) -> builder.rdmaWrite(7, 8)),
                call(
                        IbvQpEx.WR_RDMA_WRITE_IMM,
                        List.of(7L, 8L, 0x0100_0000L),
                        (builder, memory) -> builder.rdmaWriteImm(7, 8, 1)),
                call(IbvQpEx.WR_RDMA_READ, List.of(7L, 8L), (builder, memory) -> builder.rdmaRead(7, 8)),
                call(
                        IbvQpEx.WR_ATOMIC_CMP_SWP,
                        List.of(7L, 8L, 9L, 10L),
                        (builder, memory) -> builder.atomicCmpSwp(7, 8, 9, 10)),
                call(
                        IbvQpEx.WR_ATOMIC_FETCH_ADD,
                        List.of(7L, 8L, 9L),
                        (builder, memory) -> builder.atomicFetchAdd(7, 8, 9)),
                call(IbvQpEx.WR_FLUSH, List.of(7L, 8L, 9L, 1L, 2L), (builder, memory) -> builder.flush(7, 8, 9, 1, 2)),
                call(IbvQpEx.WR_LOCAL_INV, List.of(7L), (builder, memory) -> builder.localInv(7)),
                call(IbvQpEx.WR_SET_SGE, List.of(7L, 8L, 9L), (builder, memory) -> builder.setSge(7, 8, 9)),
                call(IbvQpEx.WR_SET_UD_ADDR, List.of(7L, 8L, 9L), (builder, memory) -> builder.setUdAddr(7, 8, 9)),
                call(IbvQpEx.WR_SET_XRC_SRQN, List.of(7L), (builder, memory) -> builder.setXrcSrqn(7)));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void eachBuilderHasAFunction(CField function, List<Long> arguments, Call call) {
        qpEx.put(function, fake.function(arguments.size() + 1, 0));

        call.on(builder(), fake.memory);

        assertThat(fake.seen).startsWith(qpEx.address()).endsWith(arguments.toArray(Long[]::new));
        assertThat(fake.seen).hasSize(arguments.size() + 1);
    }

    static Stream<Arguments> callsWithMemory() {
        return Stream.of(
                callWithMemory(IbvQpEx.WR_SEND_TSO, (builder, memory) -> builder.sendTso(memory, 64, 14, 100), 14, 100),
                callWithMemory(
                        IbvQpEx.WR_SET_INLINE_DATA, (builder, memory) -> builder.setInlineData(memory, 64, 20), 20));
    }

    @ParameterizedTest
    @MethodSource("callsWithMemory")
    void memoryIsPassedByAddress(CField function, Call call, List<Long> behind) {
        qpEx.put(function, fake.function(2 + behind.size(), 0));

        call.on(builder(), fake.memory);

        assertThat(fake.seen)
                .startsWith(qpEx.address(), fake.memory.address() + 64)
                .endsWith(behind.toArray(Long[]::new));
    }

    @Test
    void scatterGatherElementsArePassedAsNumberAndAddress() {
        qpEx.put(IbvQpEx.WR_SET_SGE_LIST, fake.function(3, 0));

        builder().setSgeList(fake.memory, 32, 2);

        assertThat(fake.seen).containsExactly(qpEx.address(), 2L, fake.memory.address() + 32);
    }

    @Test
    void anAtomicWritePassesItsEightBytesByAddress() {
        qpEx.put(IbvQpEx.WR_ATOMIC_WRITE, fake.function(4, 0));

        builder().atomicWrite(7, 8, fake.memory, 16);

        assertThat(fake.seen).containsExactly(qpEx.address(), 7L, 8L, fake.memory.address() + 16);
    }

    @Test
    void theBindInfoOfAWindowIsPassedAsAStruct() {
        Consumer<Struct> check = info -> {
            assertThat(info.get(IbvMwBindInfo.MR)).isEqualTo(0x1000);
            assertThat(info.get(IbvMwBindInfo.ADDR)).isEqualTo(0x2000);
            assertThat(info.get(IbvMwBindInfo.LENGTH)).isEqualTo(100);
            assertThat(info.get(IbvMwBindInfo.MW_ACCESS_FLAGS)).isEqualTo(2);
        };
        qpEx.put(IbvQpEx.WR_BIND_MW, fake.libibverbs.function(arguments -> {
            fake.seen.addAll(List.of(arguments[0], arguments[1], arguments[2]));
            check.accept(fake.libibverbs.at(arguments[3]));
            return 0;
        }));

        builder().bindMw(0x500, 0x77, 0x1000, 0x2000, 100, 2);

        assertThat(fake.seen).containsExactly(qpEx.address(), 0x500L, 0x77L);
    }

    @Test
    void numberAndFlagsAreFields() {
        builder().next(-1, 0x12);

        assertThat(qpEx.get(IbvQpEx.WR_ID)).isEqualTo(-1);
        assertThat(qpEx.get(IbvQpEx.WR_FLAGS)).isEqualTo(0x12);
    }

    @Test
    void completeReturnsTheLower32Bits() {
        qpEx.put(IbvQpEx.WR_COMPLETE, fake.function(1, 0xDEAD_0000_000CL));

        assertThat(builder().complete()).isEqualTo(12);
    }

    @Test
    void completeCallsTheCurrentFunctionOfTheDriver() {
        qpEx.put(IbvQpEx.WR_COMPLETE, fake.function(1, 22));
        DriverSendBuilder builder = builder();
        assertThat(builder.complete()).isEqualTo(22);

        qpEx.put(IbvQpEx.WR_COMPLETE, fake.function(1, 0));

        assertThat(builder.complete()).isZero();
    }

    @Test
    void aBuilderThatTheDriverLacksIsNotCalled() {
        DriverSendBuilder builder = builder();

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> builder.setXrcSrqn(1))
                .withMessageContaining("wr_set_xrc_srqn");
    }

    @Test
    void functionsBeyondAnOlderStructAreNotRead() {
        qpEx.put(IbvQpEx.WR_FLUSH, fake.function(6, 0));

        DriverSendBuilder older = queuePair(Flags.of(SendOp.SEND)).sendBuilder().orElseThrow();

        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> older.flush(7, 8, 9, 1, 2));
        assertThat(fake.seen).isEmpty();
    }

    // ---------------------------------------------------------------- libmlx5

    @Test
    void creationSetsTheCurrentEntryOfLibmlx5() {
        libmlx5();
        List<String> calls = new ArrayList<>();
        qpEx.put(IbvQpEx.WR_START, fake.libibverbs.function(arguments -> note(calls, "start")));
        qpEx.put(IbvQpEx.WR_SEND, fake.libibverbs.function(arguments -> note(calls, "send")));
        qpEx.put(IbvQpEx.WR_ABORT, fake.libibverbs.function(arguments -> note(calls, "abort")));

        queuePair(request(Flags.of(SendOp.SEND)).maxSendWr(16));

        assertThat(calls).containsExactly("start", "send", "abort");
    }

    @Test
    void libmlx5IsNotStartedWithoutASendQueue() {
        libmlx5();
        qpEx.put(IbvQpEx.WR_START, fake.function(1, 0));
        DriverSendBuilder builder = queuePair(request(Flags.of(SendOp.SEND)).maxSendWr(0))
                .sendBuilder()
                .orElseThrow();

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(builder::start)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM));
        assertThat(fake.seen).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 13, 65})
    void aTsoHeaderOfInvalidLengthIsNotPassedToLibmlx5(int length) {
        libmlx5();
        qpEx.put(IbvQpEx.WR_START, fake.function(0, 0));
        qpEx.put(IbvQpEx.WR_ABORT, fake.function(0, 0));
        qpEx.put(IbvQpEx.WR_SEND_TSO, fake.function(0, 0));
        DriverSendBuilder builder = queuePair(request(Flags.of(SendOp.TSO))
                        .qpType(QpType.RAW_PACKET)
                        .maxSendWr(16)
                        .maxTsoHeader(64))
                .sendBuilder()
                .orElseThrow();

        builder.start();
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> builder.sendTso(fake.memory, 0, length, 1000))
                .withMessageContaining("14..64");
        assertThat(fake.seen).isEmpty();
    }

    // ---------------------------------------------------------------- librxe

    @Test
    void librxeGetsTheInlineFlagWhenTheWorkRequestBegins() {
        librxe();
        List<String> calls = new ArrayList<>();
        qpEx.put(IbvQpEx.WR_SEND, fake.libibverbs.function(arguments -> note(calls, "send " + flags())))
                .put(IbvQpEx.WR_SET_UD_ADDR, fake.libibverbs.function(arguments -> note(calls, "address")))
                .put(IbvQpEx.WR_SET_SGE, fake.libibverbs.function(arguments -> note(calls, "sge")))
                .put(IbvQpEx.WR_SET_INLINE_DATA, fake.libibverbs.function(arguments -> note(calls, "inline")));
        DriverSendBuilder builder = builder();

        builder.next(1, (int) SendFlag.SIGNALED.mask());
        builder.send();
        builder.setUdAddr(1, 2, 3);
        builder.setInlineData(fake.memory, 0, 10);
        builder.next(2, 0);
        builder.send();
        builder.setSge(1, 2, 3);
        builder.setUdAddr(1, 2, 3);

        assertThat(calls).containsExactly("send 10", "address", "inline", "send 0", "sge", "address");
    }

    @ParameterizedTest
    @CsvSource({"8, 8, true", "8, 9, false"})
    void librxeAcceptsOnlyElementsOfEqualLength(int first, int second, boolean taken) {
        librxe();
        qpEx.put(IbvQpEx.WR_SEND, fake.function(0, 0)).put(IbvQpEx.WR_SET_SGE_LIST, fake.function(2, 0));
        fake.libibverbs.memory().putInt(fake.memory.address() + 8, first);
        fake.libibverbs.memory().putInt(fake.memory.address() + 24, second);
        DriverSendBuilder builder = builder();
        builder.send();

        if (taken) {
            builder.setSgeList(fake.memory, 0, 2);
            assertThat(fake.seen).containsExactly(qpEx.address(), 2L);
        } else {
            assertThatExceptionOfType(VerbsException.class)
                    .isThrownBy(() -> builder.setSgeList(fake.memory, 0, 2))
                    .withMessageContaining("sg_list[1].length = 9");
            assertThat(fake.seen).isEmpty();
        }
    }

    private void librxe() {
        fake.libibverbs.driver("/usr/lib/libibverbs/librxe-rdmav34.so");
        qpEx.put(IbvQpEx.WR_START, fake.function(0, 0));
    }

    private long flags() {
        return qpEx.get(IbvQpEx.WR_FLAGS);
    }

    private void libmlx5() {
        fake.libibverbs.driver("/usr/lib/libmlx5.so.1");
    }

    private static long note(List<String> calls, String call) {
        calls.add(call);
        return 0;
    }

    // ---------------------------------------------------------------- helpers

    private DriverSendBuilder builder() {
        return queuePair(Flags.of(SendOp.SEND, SendOp.FLUSH, SendOp.ATOMIC_WRITE))
                .sendBuilder()
                .orElseThrow();
    }

    private DriverQp queuePair(Flags<SendOp> requested) {
        return queuePair(request(requested));
    }

    private DriverQp queuePair(QpInitAttr.Builder request) {
        fake.libibverbs.extend(VerbsContext.CREATE_QP_EX, arguments -> qpEx.address());
        fake.libibverbs.export("ibv_qp_to_qp_ex", arguments -> arguments[0]);
        return driver(fake.context.createQpEx(request.build()), DriverQp.class);
    }

    private QpInitAttr.Builder request(Flags<SendOp> requested) {
        return QpInitAttr.builder()
                .qpType(QpType.RC)
                .pd(fake.context.allocPd())
                .sendCq(fake.cq())
                .recvCq(fake.cq())
                .sendOpsFlags(requested);
    }

    private static Arguments call(CField function, List<Long> arguments, Call call) {
        return Arguments.of(function, arguments, call);
    }

    private static Arguments callWithMemory(CField function, Call call, long... behind) {
        return Arguments.of(function, call, Arrays.stream(behind).boxed().toList());
    }
}
