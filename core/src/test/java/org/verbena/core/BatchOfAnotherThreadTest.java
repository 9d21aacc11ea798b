// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.when;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.AddressHandle;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MwBindInfo;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.RecvWr;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.SendFlag;
import org.verbena.spi.DriverMemory;

/** Tests that a change by a thread other than the owner has no effect, because a driver may be reading the batch. */
class BatchOfAnotherThreadTest {
    private final FakeDriver driver = new FakeDriver();
    private final DeviceContext context = driver.open();
    private final ProtectionDomain pd = context.allocPd();
    private final QueuePair qp = pd.createQp(FakeDriver.rc(FakeDriver.cq(context)));
    private final MemoryRegion mr =
            pd.regMr(ByteBuffer.allocateDirect(4096), Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND));
    private final AddressHandle ah = pd.createAh(AhAttr.builder().build());
    private final MemoryWindow window = pd.allocMw(MwType.TYPE_2);

    /** The bytes of the batch that was posted last. */
    private ByteBuffer posted = ByteBuffer.allocate(0);

    @BeforeEach
    void copy() {
        when(driver.qp.postSend(any(), anyLong(), anyLong())).thenAnswer(call -> copy(call.getArgument(0)));
        when(driver.qp.postRecv(any(), anyLong(), anyLong())).thenAnswer(call -> copy(call.getArgument(0)));
    }

    private int copy(DriverMemory memory) {
        int length = (int) memory.length();
        posted = ByteBuffer.allocate(length).put(0, memory.view(0, length), 0, length);
        return 0;
    }

    /** A setter of a work request, with the name that a failed test shows. */
    private record Setter<T>(String name, Function<BatchOfAnotherThreadTest, Function<T, T>> action) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Setter<SendWr> send(String name, Function<SendWr, SendWr> action) {
        return new Setter<>(name, test -> action);
    }

    private MwBindInfo part() {
        return new MwBindInfo(mr, mr.address(), 64, Flags.of(AccessFlag.REMOTE_READ));
    }

    static Stream<Setter<SendWr>> sendSetters() {
        ByteBuffer data = ByteBuffer.allocate(4).putInt(0, -1);
        return Stream.of(
                send("wrId", wr -> wr.wrId(-1)),
                send("flags", wr -> wr.flags(Flags.of(SendFlag.FENCE))),
                send("signaled", SendWr::signaled),
                send("solicited", SendWr::solicited),
                send("fence", SendWr::fence),
                send("ipCsum", SendWr::ipCsum),
                send("sendImm", wr -> wr.sendImm(-1)),
                send("sendInv", wr -> wr.sendInv(1)),
                send("write", wr -> wr.write(1, 1)),
                send("writeImm", wr -> wr.writeImm(1, 1, 1)),
                send("read", wr -> wr.read(1, 1)),
                send("compareSwap", wr -> wr.compareSwap(8, 1, 1, 1)),
                send("fetchAdd", wr -> wr.fetchAdd(8, 1, 1)),
                send("localInv", wr -> wr.localInv(1)),
                new Setter<>("bindMw", test -> wr -> wr.bindMw(test.window, 1, test.part())),
                send("tso", wr -> wr.tso(data, 1)),
                send("opcodeCode", wr -> wr.opcodeCode(4)),
                send("sge", wr -> wr.sge(7, 8, 9)),
                new Setter<>("sge of a region", test -> wr -> wr.sge(test.mr, 0, 8)),
                send("setSge", wr -> wr.setSge(0, 7, 8, 9)),
                new Setter<>("to", test -> wr -> wr.to(test.ah, 1, 1)),
                send("remoteSrqn", wr -> wr.remoteSrqn(1)));
    }

    /** Returns the setters that replace the elements. */
    static Stream<Setter<SendWr>> inlineSetters() {
        ByteBuffer data = ByteBuffer.allocate(4).putInt(0, -1);
        return Stream.of(
                send("noData", SendWr::noData),
                send("inlineData", wr -> wr.inlineData(data)),
                send("inlineLength", wr -> wr.inlineLength(1)));
    }

    @ParameterizedTest
    @MethodSource({"sendSetters", "inlineSetters"})
    void anotherThreadCannotChangeASend(Setter<SendWr> setter) {
        SendBatch batch = context.newSendBatch(1, 2, 16);
        SendWr wr = batch.add().sge(1, 2, 3);
        qp.postSend(batch);
        ByteBuffer before = posted;

        refusedElsewhere(() -> setter.action().apply(this).apply(wr));

        qp.postSend(batch);
        assertThat(posted).isEqualTo(before);
        assertThat(setter.action().apply(this).apply(wr))
                .as("in the thread of the owner")
                .isSameAs(wr);
    }

    static Stream<Setter<RecvWr>> recvSetters() {
        return Stream.of(
                new Setter<RecvWr>("wrId", test -> wr -> wr.wrId(-1)),
                new Setter<RecvWr>("noData", test -> RecvWr::noData),
                new Setter<RecvWr>("sge", test -> wr -> wr.sge(7, 8, 9)),
                new Setter<RecvWr>("sge of a region", test -> wr -> wr.sge(test.mr, 0, 8)),
                new Setter<RecvWr>("setSge", test -> wr -> wr.setSge(0, 7, 8, 9)));
    }

    @ParameterizedTest
    @MethodSource("recvSetters")
    void anotherThreadCannotChangeAReceive(Setter<RecvWr> setter) {
        RecvBatch batch = context.newRecvBatch(1, 2);
        RecvWr wr = batch.add().sge(1, 2, 3);
        qp.postRecv(batch);
        ByteBuffer before = posted;

        refusedElsewhere(() -> setter.action().apply(this).apply(wr));

        qp.postRecv(batch);
        assertThat(posted).isEqualTo(before);
        assertThat(setter.action().apply(this).apply(wr))
                .as("in the thread of the owner")
                .isSameAs(wr);
        qp.postRecv(batch);
        assertThat(posted).isNotEqualTo(before);
    }

    private static void refusedElsewhere(Supplier<?> change) {
        assertThat(CompletableFuture.supplyAsync(change))
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableThat()
                .withCauseInstanceOf(IllegalStateException.class)
                .withMessageContaining("owns the batch");
    }
}
