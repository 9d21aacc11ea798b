// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.AddressHandle;
import org.verbena.AsyncEvent;
import org.verbena.Completion;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MwBind;
import org.verbena.MwBindInfo;
import org.verbena.QueuePairEx;
import org.verbena.SendWr;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.CompletionFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.MwType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcStatus;
import org.verbena.error.Errno;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;

/** Checks rules of the data path found by comparing rdma_rxe with the simulator. */
class DeviceRulesTest {
    private static final long QKEY = 0x1234;

    private record Ends(End one, End other) {
        static Ends of(DeviceContext context, QpType type) {
            End one = new End(context, type);
            End other = new End(context, type);
            End.connect(one, other);
            return new Ends(one, other);
        }
    }

    private static QpState state(End end) {
        return end.qp.query().attr().qpState();
    }

    // ---------------------------------------------------------------- completions and states

    @ParameterizedTest
    @CsvSource({"rxe,ERR", "rxe-6.1,RESET", "mlx5,ERR", "mlx4,ERR"})
    void curQpStateAfterAnErrorDependsOnTheDriver(String profile, QpState current) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = Ends.of(context, QpType.RC).one();
            one.post(wr -> wr.write(0, 1).sge(one.mr, 0, 4));
            assertThat(one.completion().isSuccess()).isFalse();

            QpAttr attr = one.qp.query().attr();

            assertThat(attr.qpState()).isEqualTo(QpState.ERR);
            assertThat(attr.curQpState()).isEqualTo(current);
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,WITH_IMM", "rxe-6.1,WITH_IMM", "mlx5,WITH_IMM", "mlx4,WITH_IMM", "hns,"})
    void theSendCompletionHasTheWithImmFlagOnSomeDrivers(String profile, CompletionFlag flag) {
        try (DeviceContext context = Sims.open(profile)) {
            Ends ends = Ends.of(context, QpType.RC);
            ends.other().receive(1, 0, 8);

            ends.one().post(wr -> wr.sendImm(9).noData());

            Completion sent = ends.one().completion();
            assertThat(sent.wcFlags()).isEqualTo(flag == null ? Flags.none(CompletionFlag.class) : Flags.of(flag));
            assertThat(sent.immData()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,WR_FLUSH_ERR,ERR", "mlx5,LOC_QP_OP_ERR,SQE", "mlx4,LOC_QP_OP_ERR,SQE"})
    void aSendWithInvalidateFailsOverUc(String profile, WcStatus status, QpState state) {
        try (DeviceContext context = Sims.open(profile)) {
            Ends ends = Ends.of(context, QpType.UC);
            ends.other().receive(1, 0, 8);

            ends.one().post(wr -> wr.sendInv(7).noData());

            assertThat(ends.one().completion().status()).isEqualTo(status);
            assertThat(state(ends.one())).isEqualTo(state);
            assertThat(ends.other().isQuiet()).isTrue();
        }
    }

    // ---------------------------------------------------------------- packet sequence numbers

    @ParameterizedTest
    @CsvSource({"rxe,90", "mlx5,90", "mlx4,90", "rxe,99", "mlx5,99"})
    void packetsBelowTheExpectedPsnAreNotDelivered(String profile, int sqPsn) {
        SimProvider provider = Fabrics.of(ClockMode.VIRTUAL, profile);
        try (DeviceContext context = Fabrics.open(provider, 0)) {
            assertNothingArrives(
                    provider, context, sqPsn, (wr, ends) -> wr.send().sge(ends.one().mr, 0, 4));
            assertNothingArrives(
                    provider,
                    context,
                    sqPsn,
                    (wr, ends) -> wr.write(
                                    ends.other().mr.iova(), ends.other().mr.rkey())
                            .sge(ends.one().mr, 0, 4));
            assertNothingArrives(
                    provider,
                    context,
                    sqPsn,
                    (wr, ends) -> wr.read(
                                    ends.other().mr.iova(), ends.other().mr.rkey())
                            .sge(ends.one().mr, 0, 4));
        }
    }

    private static void assertNothingArrives(
            SimProvider provider, DeviceContext context, int sqPsn, BiConsumer<SendWr, Ends> request) {
        Ends ends = new Ends(new End(context, QpType.RC), new End(context, QpType.RC));
        ends.one().connectTo(ends.other(), attr -> attr.sqPsn(sqPsn));
        ends.other().connectTo(ends.one(), attr -> attr);
        ends.other().receive(1, 0, 8);
        ends.other().mr.view(0, 4).put(new byte[] {1, 2, 3, 4});

        ends.one().post(wr -> request.accept(wr, ends));
        provider.fabric().clock().advance(Duration.ofSeconds(10));

        assertThat(ends.one().completion().status()).isEqualTo(WcStatus.RETRY_EXC_ERR);
        assertThat(ends.one().mr.view(0, 4).getInt()).isZero();
        assertThat(ends.other().isQuiet()).isTrue();
    }

    // ---------------------------------------------------------------- receives

    @ParameterizedTest
    @CsvSource({"rxe,LOC_QP_OP_ERR,REM_OP_ERR", "mlx5,SUCCESS,SUCCESS"})
    void aReceiveOfTwoGibibytesFailsOnRxe(String profile, WcStatus received, WcStatus sent) {
        try (DeviceContext context = Sims.open(profile)) {
            Ends ends = Ends.of(context, QpType.RC);
            MemoryRegion to = ends.other().mr;
            ends.other().recvs.add().wrId(1).sge(to.iova(), 1L << 30, to.lkey()).sge(to.iova(), 1L << 30, to.lkey());
            ends.other().qp.postRecv(ends.other().recvs);

            ends.one().post(wr -> wr.send().sge(ends.one().mr, 0, 4));

            assertThat(ends.one().completion().status()).isEqualTo(sent);
            assertThat(ends.other().completion().status()).isEqualTo(received);
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,true", "rxe-6.1,false"})
    void aSendInTheErrorStateMayFlushLateReceives(String profile, boolean flushes) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = Ends.of(context, QpType.RC).one();
            one.qp.modify(QpAttr.builder().qpState(QpState.ERR).build());
            one.receive(5, 0, 8);
            assertThat(one.isQuiet()).isTrue();

            one.post(wr -> wr.wrId(6).send().noData());

            List<Long> flushed = new ArrayList<>();
            for (int i = 0; i < (flushes ? 2 : 1); i++) {
                Completion completion = one.completion();
                assertThat(completion.status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
                flushed.add(completion.wrId());
            }
            assertThat(one.isQuiet()).isTrue();
            assertThat(flushed).contains(6L).hasSize(flushes ? 2 : 1);
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,3", "rxe-6.1,0", "mlx5,1"})
    void theNumberOfLastWqeEventsDependsOnTheDriver(String profile, int reports) {
        try (DeviceContext context = Sims.open(profile)) {
            SharedReceiveQueue srq = context.allocPd()
                    .createSrq(SrqInitAttr.builder().maxWr(4).maxSge(1).build());
            End one = new End(context, QpType.RC, attr -> attr.srq(srq));
            End.connect(one, new End(context, QpType.RC));
            one.qp.modify(QpAttr.builder().qpState(QpState.ERR).build());
            one.qp.modify(QpAttr.builder().qpState(QpState.ERR).build());
            one.post(wr -> wr.send().noData());

            List<AsyncEventType> events = new ArrayList<>();
            for (AsyncEvent event = next(context); event != null; event = next(context)) {
                events.add(event.eventType());
            }

            assertThat(events).isEqualTo(Collections.nCopies(reports, AsyncEventType.QP_LAST_WQE_REACHED));
        }
    }

    private static @Nullable AsyncEvent next(DeviceContext context) {
        return context.asyncEvents().nextEvent().orElse(null);
    }

    // ---------------------------------------------------------------- posting

    @ParameterizedTest
    @CsvSource({"rxe,EINVAL", "mlx5,ENOMEM"})
    void theErrnoOfABadRequestOnAFullQueueDependsOnTheDriver(String profile, String errno) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = new End(context, QpType.RC);
            End other = new End(context, QpType.RC);
            // No receive arrives, and the sender retries endlessly.
            one.connectTo(other, attr -> attr.rnrRetry(7));
            other.connectTo(one, attr -> attr);
            long room = one.qp.grantedCap().maxSendWr();
            for (int i = 0; i < room; i++) {
                one.post(wr -> wr.send().noData());
            }
            assertThat(refusal(one, wr -> wr.send().noData())).isEqualTo(Errno.ENOMEM);

            assertThat(refusal(
                            one,
                            wr -> wr.send()
                                    .sge(1, 1, 1)
                                    .sge(1, 1, 1)
                                    .sge(1, 1, 1)
                                    .sge(1, 1, 1)))
                    .asString()
                    .startsWith(errno);
        }
    }

    private static Errno refusal(End end, Consumer<SendWr> request) {
        try {
            end.post(request);
            throw new AssertionError("the post was accepted");
        } catch (PostException e) {
            return e.errno();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe", "mlx5"})
    void aReceiveQueueWithoutSlotsIsFull(String profile) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = new End(context, QpType.RC, attr -> attr.maxRecvWr(0).maxRecvSge(0));
            End.connect(one, new End(context, QpType.RC));

            assertThatExceptionOfType(PostException.class)
                    .isThrownBy(() -> one.receive(1, 0, 0))
                    .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM));
        }
    }

    // ---------------------------------------------------------------- builders

    private static Ends building(DeviceContext context, SendOp operation) {
        Ends ends = new Ends(
                new End(context, QpType.RC, attr -> attr.sendOpsFlags(operation)), new End(context, QpType.RC));
        End.connect(ends.one(), ends.other());
        return ends;
    }

    @ParameterizedTest
    @CsvSource({"rxe,LOC_PROT_ERR", "mlx5,LOC_LEN_ERR"})
    void anAtomicNeedsRoomForItsAnswer(String profile, WcStatus status) {
        try (DeviceContext context = Sims.open(profile)) {
            Ends ends = building(context, SendOp.ATOMIC_FETCH_AND_ADD);
            End one = ends.one();
            End other = ends.other();
            QueuePairEx builders = one.qp.toQpEx().orElseThrow();

            builders.wrStart();
            builders.wrFlags(Flags.of(SendFlag.SIGNALED))
                    .wrAtomicFetchAdd(other.mr.rkey(), other.mr.iova(), 1)
                    .wrSetSge(one.mr, 0, 4);
            builders.wrComplete();

            assertThat(one.completion().status()).isEqualTo(status);
        }
    }

    @Test
    void librxeRejectsListsWithElementsOfDifferentLengths() {
        try (DeviceContext context = Sims.open("rxe")) {
            QueuePairEx builders =
                    building(context, SendOp.SEND).one().qp.toQpEx().orElseThrow();
            MemoryRegion mr = context.allocPd().allocMr(64, Flags.of(AccessFlag.LOCAL_WRITE));
            SendWr unequal = context.newSendBatch(1, 2, 0).add().sge(mr, 0, 4).sge(mr, 4, 5);
            builders.wrStart();
            builders.wrSend();

            assertThatExceptionOfType(VerbsException.class)
                    .isThrownBy(() -> builders.wrSetSgeList(unequal))
                    .withMessageContaining("sg_list[1].length = 5, limit 4")
                    .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP));
            builders.wrAbort();
        }
    }

    // ---------------------------------------------------------------- memory

    @ParameterizedTest
    @CsvSource({"rxe,SUCCESS", "rxe-6.1,SUCCESS", "mlx5,MW_BIND_ERR", "mlx4,LOC_QP_OP_ERR"})
    void anotherQueuePairMayInvalidateAWindow(String profile, WcStatus status) {
        try (DeviceContext context = Sims.open(profile)) {
            End owner = Ends.of(context, QpType.RC).one();
            End other = Ends.of(context, QpType.RC).one();
            MemoryWindow window = owner.pd.allocMw(MwType.TYPE_2);
            long key = MemoryWindow.nextRkey(window.rkey());
            MwBindInfo part = new MwBindInfo(owner.mr, owner.mr.iova(), 64, Flags.of(AccessFlag.REMOTE_READ));
            owner.post(wr -> wr.bindMw(window, key, part));
            assertThat(owner.completion().isSuccess()).isTrue();
            assertThat(window.rkey()).isEqualTo(key);

            other.post(wr -> wr.localInv(key));

            assertThat(other.completion().status()).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe", "mlx5", "mlx4"})
    void aType1WindowRejectsZeroBasedAccess(String profile) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = Ends.of(context, QpType.RC).one();
            MemoryWindow window = one.pd.allocMw(MwType.TYPE_1);
            Flags<AccessFlag> access = Flags.of(AccessFlag.REMOTE_READ, AccessFlag.ZERO_BASED);
            MwBind bind = new MwBind(1, Flags.of(SendFlag.SIGNALED), new MwBindInfo(one.mr, one.mr.iova(), 64, access));

            assertThatExceptionOfType(VerbsException.class)
                    .isThrownBy(() -> window.bind(one.qp, bind))
                    .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
            assertThat(one.isQuiet()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe", "mlx5", "efa", "irdma"})
    void anIovaMustHaveThePageOffsetOfTheMemory(String profile) {
        try (DeviceContext context = Sims.open(profile)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(8192)
                    .alignedSlice(4096)
                    .position(16)
                    .slice();
            Flags<AccessFlag> access = Flags.of(AccessFlag.LOCAL_WRITE);

            assertThatExceptionOfType(VerbsException.class)
                    .isThrownBy(() -> context.allocPd().regMrIova(buffer, 0x7000_0008L, access))
                    .withMessageContaining("iova = 0x70000008")
                    .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
            assertThat(context.allocPd().regMrIova(buffer, 0x7000_0010L, access).iova())
                    .isEqualTo(0x7000_0010L);
        }
    }

    // ---------------------------------------------------------------- datagrams

    private static AddressHandle address(End from, DeviceContext to, int gid, int hopLimit) {
        GlobalRoute route = new GlobalRoute(to.queryGid(1, gid), 0, gid, hopLimit, 0x20);
        return from.pd.createAh(AhAttr.global(route, 1));
    }

    @ParameterizedTest
    @CsvSource({"rxe,1", "mlx5,3", "irdma,1"})
    void aDatagramOverIpv4HasAnIpv4Header(String profile, int gid) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = End.datagrams(context, QKEY);
            End other = End.datagrams(context, QKEY);
            other.receive(1, 0, 100);
            AddressHandle to = address(one, context, gid, 61);

            one.write("hello").post(wr -> wr.sendImm(1).sge(one.mr, 0, 5).to(to, other.qp.qpNum(), QKEY));

            assertThat(other.completion().byteLen()).isEqualTo(45);
            ByteBuffer header =
                    ByteBuffer.allocate(40).put(other.mr.view(0, 40)).flip();
            byte[] raw = context.queryGid(1, gid).raw();
            int sum = 0;
            for (int at = 20; at < 40; at += 2) {
                sum += Short.toUnsignedInt(header.getShort(at));
            }
            assertThat(header.getLong(0) | header.getLong(8) | header.getInt(16))
                    .isZero();
            assertThat(header.get(20)).isEqualTo((byte) 0x45);
            assertThat(header.get(21)).isEqualTo((byte) 0x20);
            // IPv4, UDP, BTH, DETH, immediate data, five bytes, their padding, ICRC.
            assertThat(header.getShort(22)).isEqualTo((short) (20 + 8 + 12 + 8 + 4 + 5 + 3 + 4));
            assertThat(header.get(28)).isEqualTo((byte) 61);
            assertThat(header.get(29)).isEqualTo((byte) 17);
            assertThat((sum & 0xFFFF) + (sum >>> 16)).as("sum of the header").isEqualTo(0xFFFF);
            assertThat(header.getInt(36)).isEqualTo(ByteBuffer.wrap(raw).getInt(12));
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,false", "mlx5,true"})
    void mlx5ReplacesAPrivilegedQkeyByThatOfTheQueuePair(String profile, boolean arrives) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = End.datagrams(context, QKEY);
            End other = End.datagrams(context, QKEY);
            other.receive(1, 0, 100);
            AddressHandle to = address(one, context, 0, 64);

            one.post(wr -> wr.send().noData().to(to, other.qp.qpNum(), 0x8000_0000L));

            assertThat(one.completion().isSuccess()).isTrue();
            assertThat(other.isQuiet()).isEqualTo(!arrives);
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,WR_FLUSH_ERR,ERR", "rxe-6.1,LOC_QP_OP_ERR,ERR", "mlx4,LOC_QP_OP_ERR,SQE"})
    void aSendWithAnAddressHandleOfAnotherDomainFails(String profile, WcStatus status, QpState state) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = End.datagrams(context, QKEY);
            End other = End.datagrams(context, QKEY);
            other.receive(1, 0, 100);
            AddressHandle foreign = address(other, context, 0, 64);

            one.post(wr -> wr.send().noData().to(foreign, other.qp.qpNum(), QKEY));

            assertThat(one.completion().status()).isEqualTo(status);
            assertThat(state(one)).isEqualTo(state);
            assertThat(other.isQuiet()).isTrue();
        }
    }
}
