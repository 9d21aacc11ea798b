// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.verbena.libibverbs.driver.FakeContext.driver;
import static org.verbena.libibverbs.driver.FakeContext.pointer;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.CompletionQueue;
import org.verbena.QpInitAttr;
import org.verbena.SrqInitAttr;
import org.verbena.VerbsObject;
import org.verbena.WqInitAttr;
import org.verbena.attr.QpType;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.ContextStructs.IbvContextOps;
import org.verbena.libibverbs.abi.ContextStructs.VerbsContext;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.abi.WqStructs.IbvWq;
import org.verbena.spi.DriverCq;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.DriverQp;
import org.verbena.spi.DriverSrq;
import org.verbena.spi.DriverWq;

/** Checks that posts and polls go through the pointers that verbs.h follows, with the addresses of their arguments. */
class DataPathFunctionsTest {
    private static final int FULL = Errno.ENOMEM.number();

    private final FakeContext fake = new FakeContext();
    private final CompletionQueue cq = fake.cq();
    private final DriverMemory memory = fake.memory;

    private interface Post {
        int to(VerbsObject queue, DriverMemory memory, long first, long badWr);
    }

    static Stream<Arguments> posts() {
        return Stream.of(
                Arguments.of(IbvContextOps.POST_SEND, (Post) (queue, memory, first, badWr) ->
                        driver(queue, DriverQp.class).postSend(memory, first, badWr)),
                Arguments.of(IbvContextOps.POST_RECV, (Post) (queue, memory, first, badWr) ->
                        driver(queue, DriverQp.class).postRecv(memory, first, badWr)));
    }

    @ParameterizedTest
    @MethodSource("posts")
    void aQueuePairPostsThroughTheContext(CField pointer, Post post) {
        fake.operation(pointer, 3, FULL);
        VerbsObject queuePair = queuePair();

        assertThat(post.to(queuePair, memory, 128, 8)).isEqualTo(FULL);

        assertThat(fake.seen).containsExactly(pointer(queuePair), memory.address() + 128, memory.address() + 8);
    }

    @Test
    void aSharedReceiveQueuePostsThroughTheContext() {
        fake.libibverbs.export(
                "ibv_create_srq", arguments -> fake.libibverbs.struct(256).address());
        fake.operation(IbvContextOps.POST_SRQ_RECV, 3, 0);
        VerbsObject srq =
                fake.context.allocPd().createSrq(SrqInitAttr.builder().maxWr(1).build());

        assertThat(driver(srq, DriverSrq.class).postRecv(memory, 0, 64)).isZero();

        assertThat(fake.seen).containsExactly(pointer(srq), memory.address(), memory.address() + 64);
    }

    @Test
    void aWorkQueueHasAFunctionOfItsOwn() {
        Struct struct = fake.libibverbs.struct(256).put(IbvWq.POST_RECV, fake.function(3, 0));
        fake.libibverbs.extend(VerbsContext.CREATE_WQ, arguments -> struct.address());
        VerbsObject wq = fake.context.createWq(
                WqInitAttr.builder().pd(fake.context.allocPd()).cq(cq).maxWr(1).build());

        assertThat(driver(wq, DriverWq.class).postRecv(memory, 0, 64)).isZero();

        assertThat(fake.seen).containsExactly(struct.address(), memory.address(), memory.address() + 64);
    }

    @Test
    void aFunctionThatTheDriverLacksIsNotCalled() {
        fake.libibverbs.extend(
                VerbsContext.CREATE_WQ, arguments -> fake.libibverbs.struct(256).address());
        VerbsObject wq = fake.context.createWq(
                WqInitAttr.builder().pd(fake.context.allocPd()).cq(cq).maxWr(1).build());

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> driver(wq, DriverWq.class).postRecv(memory, 0, 64))
                .withMessageContaining("ibv_post_wq_recv");
    }

    @ParameterizedTest
    @CsvSource({"3, 3", "0, 0", "-22, -22"})
    void aPollReturnsTheNumberOfCompletions(int answer, int expected) {
        fake.operation(IbvContextOps.POLL_CQ, 3, 0xDEAD_0000_0000L | Integer.toUnsignedLong(answer));
        CompletionQueue polled = fake.cq();

        assertThat(driver(polled, DriverCq.class).poll(memory, 48, 16)).isEqualTo(expected);

        assertThat(fake.seen).containsExactly(pointer(polled), 16L, memory.address() + 48);
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "false, 0"})
    void aNotificationIsRequestedThroughTheContext(boolean solicitedOnly, long expected) {
        fake.operation(IbvContextOps.REQ_NOTIFY_CQ, 2, 0);

        driver(cq, DriverCq.class).requestNotify(solicitedOnly);

        assertThat(fake.seen).containsExactly(pointer(cq), expected);
    }

    @Test
    void aNotificationMayBeRefused() {
        fake.operation(IbvContextOps.REQ_NOTIFY_CQ, 2, Errno.EIO.number());

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> driver(cq, DriverCq.class).requestNotify(false))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EIO));
    }

    private VerbsObject queuePair() {
        fake.libibverbs.export(
                "ibv_create_qp", arguments -> fake.libibverbs.struct(256).address());
        return fake.context
                .allocPd()
                .createQp(QpInitAttr.builder()
                        .qpType(QpType.RC)
                        .sendCq(cq)
                        .recvCq(cq)
                        .build());
    }
}
