package org.verbena.libibverbs.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.Errno;
import org.verbena.QpInitAttr;
import org.verbena.QpType;
import org.verbena.SrqInitAttr;
import org.verbena.VerbsException;
import org.verbena.VerbsObject;
import org.verbena.WqInitAttr;
import org.verbena.libibverbs.FakeLibibverbs;
import org.verbena.libibverbs.FakeProvider;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.IbvContext;
import org.verbena.libibverbs.abi.IbvContextOps;
import org.verbena.libibverbs.abi.IbvWq;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.abi.VerbsContext;
import org.verbena.libibverbs.marshal.Pointed;
import org.verbena.spi.driver.DriverBacked;
import org.verbena.spi.driver.DriverContext;
import org.verbena.spi.driver.DriverCq;
import org.verbena.spi.driver.DriverMemory;
import org.verbena.spi.driver.DriverObject;
import org.verbena.spi.driver.DriverQp;
import org.verbena.spi.driver.DriverSrq;
import org.verbena.spi.driver.DriverWq;

/** Posts and polls go through the pointers that verbs.h follows, with the addresses of the memory they are given. */
class DataPathTest {
    private static final int FULL = Errno.ENOMEM.number();

    private final FakeLibibverbs libibverbs = new FakeLibibverbs();
    private final DeviceContext context =
            new FakeProvider(() -> libibverbs).device("fake_0").open();
    private final CompletionQueue cq =
            context.createCq(CqInitAttr.builder().cqe(1).build());
    private final DriverMemory memory = driver(context, DriverContext.class).allocate(4096);
    private final List<Long> seen = new ArrayList<>();

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
        extend(pointer, FULL);
        VerbsObject queuePair = queuePair();

        assertThat(post.to(queuePair, memory, 128, 8)).isEqualTo(FULL);

        assertThat(seen).containsExactly(pointer(queuePair), memory.address() + 128, memory.address() + 8);
    }

    @Test
    void aSharedReceiveQueuePostsThroughTheContext() {
        libibverbs.export("ibv_create_srq", arguments -> libibverbs.struct(256).address());
        extend(IbvContextOps.POST_SRQ_RECV, 0);
        VerbsObject srq =
                context.allocPd().createSrq(SrqInitAttr.builder().maxWr(1).build());

        assertThat(driver(srq, DriverSrq.class).postRecv(memory, 0, 64)).isZero();

        assertThat(seen).containsExactly(pointer(srq), memory.address(), memory.address() + 64);
    }

    @Test
    void aWorkQueueHasAFunctionOfItsOwn() {
        Struct struct = libibverbs.struct(256).put(IbvWq.POST_RECV, function(0));
        libibverbs.extend(VerbsContext.CREATE_WQ, arguments -> struct.address());
        VerbsObject wq = context.createWq(
                WqInitAttr.builder().pd(context.allocPd()).cq(cq).maxWr(1).build());

        assertThat(driver(wq, DriverWq.class).postRecv(memory, 0, 64)).isZero();

        assertThat(seen).containsExactly(struct.address(), memory.address(), memory.address() + 64);
    }

    @Test
    void aFunctionThatTheDriverLacksIsNotCalled() {
        libibverbs.extend(
                VerbsContext.CREATE_WQ, arguments -> libibverbs.struct(256).address());
        VerbsObject wq = context.createWq(
                WqInitAttr.builder().pd(context.allocPd()).cq(cq).maxWr(1).build());

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> driver(wq, DriverWq.class).postRecv(memory, 0, 64))
                .withMessageContaining("ibv_post_wq_recv");
    }

    @ParameterizedTest
    @CsvSource({"3, 3", "0, 0", "-22, -22"})
    void aPollAnswersTheNumberOfCompletions(int answer, int expected) {
        extend(IbvContextOps.POLL_CQ, 0xDEAD_0000_0000L | Integer.toUnsignedLong(answer));
        CompletionQueue polled = context.createCq(CqInitAttr.builder().cqe(1).build());

        assertThat(driver(polled, DriverCq.class).poll(memory, 48, 16)).isEqualTo(expected);

        assertThat(seen).containsExactly(pointer(polled), 16L, memory.address() + 48);
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "false, 0"})
    void aNotificationIsRequestedThroughTheContext(boolean solicitedOnly, long expected) {
        extend(IbvContextOps.REQ_NOTIFY_CQ, 0);

        driver(cq, DriverCq.class).requestNotify(solicitedOnly);

        assertThat(seen.subList(0, 2)).containsExactly(pointer(cq), expected);
    }

    @Test
    void aNotificationMayBeRefused() {
        extend(IbvContextOps.REQ_NOTIFY_CQ, Errno.EIO.number());

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> driver(cq, DriverCq.class).requestNotify(false))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EIO));
    }

    private VerbsObject queuePair() {
        libibverbs.export("ibv_create_qp", arguments -> libibverbs.struct(256).address());
        return context.allocPd()
                .createQp(QpInitAttr.builder()
                        .qpType(QpType.RC)
                        .sendCq(cq)
                        .recvCq(cq)
                        .build());
    }

    /** A function that notes its first three arguments. */
    private long function(long answer) {
        return libibverbs.function(arguments -> {
            seen.addAll(List.of(arguments[0], arguments[1], arguments[2]));
            return answer;
        });
    }

    private void extend(CField pointer, long answer) {
        libibverbs.context().inner(IbvContext.OPS).put(pointer, function(answer));
    }

    private static long pointer(VerbsObject object) {
        return driver(object, Pointed.class).pointer();
    }

    private static <T extends DriverObject> T driver(VerbsObject object, Class<T> type) {
        return DriverBacked.driverOf(object, type);
    }
}
