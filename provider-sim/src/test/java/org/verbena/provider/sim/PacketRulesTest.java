// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.Completion;
import org.verbena.CompletionArray;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.attr.AhAttr;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;

/** Checks messages of several packets: sizes that do not fit the path MTU, and errors in a packet after the first. */
class PacketRulesTest {
    private static final String TEXT = "0123456789abcdef".repeat(64);

    private final SimProvider provider = Fabrics.of(ClockMode.VIRTUAL, "rxe", "mlx5", "rxe-6.1", "mlx4");

    private DeviceContext open(String profile) {
        return Fabrics.open(provider, List.of("rxe", "mlx5", "rxe-6.1", "mlx4").indexOf(profile));
    }

    private static QpState state(End end) {
        return end.qp.query().attr().qpState();
    }

    private static End[] pair(DeviceContext context, QpType type, Mtu ofOne, Mtu ofOther) {
        return pair(context, type, ofOne, ofOther, attr -> attr);
    }

    private static End[] pair(
            DeviceContext context, QpType type, Mtu ofOne, Mtu ofOther, UnaryOperator<QpInitAttr.Builder> changes) {
        End one = new End(context, type);
        End other = new End(context, type, changes);
        End.connect(one, ofOne, other, ofOther);
        one.write(TEXT);
        return new End[] {one, other};
    }

    /** Returns a region that ends after a number of bytes. */
    private static MemoryRegion small(End end, int bytes) {
        return end.pd.allocMr(bytes, End.ALL);
    }

    private void pass() {
        provider.fabric().clock().advance(Duration.ofSeconds(10));
    }

    // ---------------------------------------------------------------- different path MTUs

    @ParameterizedTest
    @CsvSource({
        "rxe,REM_INV_REQ_ERR,512,256,1024",
        "rxe,REM_INV_REQ_ERR,512,512,256",
        "mlx5,WR_FLUSH_ERR,512,256,1024",
        "mlx5,WR_FLUSH_ERR,512,512,256",
        "mlx4,WR_FLUSH_ERR,512,512,256",
        "rxe-6.1,SUCCESS,512,256,1024",
    })
    void aSendOfPacketsOfAnotherSizeIsInvalid(String profile, WcStatus received, int length, int ofOne, int ofOther) {
        try (DeviceContext context = open(profile)) {
            End[] ends = pair(context, QpType.RC, mtu(ofOne), mtu(ofOther));
            ends[1].receive(7, 0, 2048);

            ends[0].post(wr -> wr.send().sge(ends[0].mr, 0, length));

            boolean passes = received == WcStatus.SUCCESS;
            assertThat(ends[0].completion().status()).isEqualTo(passes ? received : WcStatus.REM_INV_REQ_ERR);
            assertThat(ends[1].completion().status()).isEqualTo(received);
            assertThat(state(ends[0])).isEqualTo(passes ? QpState.RTS : QpState.ERR);
            assertThat(state(ends[1])).isEqualTo(passes ? QpState.RTS : QpState.ERR);
        }
    }

    private static Mtu mtu(int bytes) {
        return Mtu.valueOf("BYTES_" + bytes);
    }

    @ParameterizedTest
    @CsvSource({"rxe,600,512,1024", "rxe,600,1024,512", "mlx5,600,512,1024", "mlx5,600,1024,512", "rxe-6.1,600,1024,512"
    })
    void aWriteOfPacketsOfAnotherSizeIsInvalid(String profile, int length, int ofOne, int ofOther) {
        try (DeviceContext context = open(profile)) {
            End[] ends = pair(context, QpType.RC, mtu(ofOne), mtu(ofOther));

            ends[0].post(wr -> wr.write(ends[1].mr.iova(), ends[1].mr.rkey()).sge(ends[0].mr, 0, length));

            assertThat(ends[0].completion().status()).isEqualTo(WcStatus.REM_INV_REQ_ERR);
            assertThat(state(ends[1])).isEqualTo(QpState.ERR);
            assertThat(ends[1].read(0, 4)).isEqualTo("\0\0\0\0");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe", "mlx5"})
    void aMessageOfOnePacketPassesDespiteDifferentMtus(String profile) {
        try (DeviceContext context = open(profile)) {
            End[] ends = pair(context, QpType.RC, Mtu.BYTES_1024, Mtu.BYTES_512);
            ends[1].receive(7, 0, 512);

            ends[0].post(wr -> wr.send().sge(ends[0].mr, 0, 512));
            assertThat(ends[0].completion().isSuccess()).isTrue();
            assertThat(ends[1].completion().isSuccess()).isTrue();

            ends[0].post(wr -> wr.read(ends[1].mr.iova(), ends[1].mr.rkey()).sge(ends[0].mr, 1024, 512));
            assertThat(ends[0].completion().isSuccess()).isTrue();
            assertThat(ends[0].read(1024, 512)).isEqualTo(TEXT.substring(0, 512));
        }
    }

    @Test
    void onRxeAReadOfSmallerPacketsThanExpectedNeverEnds() {
        try (DeviceContext context = open("rxe")) {
            End[] ends = pair(context, QpType.RC, Mtu.BYTES_512, Mtu.BYTES_256);
            ends[1].write(TEXT);
            ends[0].mr.view(0, 512).put(new byte[512]);

            ends[0].post(wr -> wr.read(ends[1].mr.iova(), ends[1].mr.rkey()).sge(ends[0].mr, 0, 512));
            pass();

            assertThat(ends[0].isQuiet()).isTrue();
            assertThat(state(ends[0])).isEqualTo(QpState.RTS);
            assertThat(ends[0].read(0, 256)).isEqualTo(TEXT.substring(0, 256));
            assertThat(ends[0].read(256, 1)).isEqualTo("\0");
        }
    }

    @Test
    void onAnAdapterAReadOfPacketsOfAnotherSizeFails() {
        try (DeviceContext context = open("mlx5")) {
            End[] ends = pair(context, QpType.RC, Mtu.BYTES_512, Mtu.BYTES_256);

            ends[0].post(wr -> wr.read(ends[1].mr.iova(), ends[1].mr.rkey()).sge(ends[0].mr, 0, 512));

            assertThat(ends[0].completion().status()).isEqualTo(WcStatus.LOC_LEN_ERR);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe", "mlx5"})
    void overUcPacketsOfAnotherSizeAreDropped(String profile) {
        try (DeviceContext context = open(profile)) {
            End[] ends = pair(context, QpType.UC, Mtu.BYTES_512, Mtu.BYTES_256);
            ends[1].receive(7, 0, 2048);

            ends[0].post(wr -> wr.send().sge(ends[0].mr, 0, 512));
            assertThat(ends[0].completion().isSuccess()).isTrue();
            assertThat(ends[1].isQuiet()).isTrue();

            ends[0].post(wr -> wr.send().sge(ends[0].mr, 0, 256));
            assertThat(ends[1].completion().byteLen()).isEqualTo(256);
        }
    }

    // ---------------------------------------------------------------- errors in a later packet

    @ParameterizedTest
    @CsvSource({"rxe,LOC_QP_OP_ERR,REM_OP_ERR", "mlx5,LOC_LEN_ERR,REM_INV_REQ_ERR"})
    void aSendThatIsTooLongFillsWholePackets(String profile, WcStatus received, WcStatus sent) {
        try (DeviceContext context = open(profile)) {
            End[] ends = pair(context, QpType.RC, Mtu.BYTES_256, Mtu.BYTES_256);
            ends[1].receive(7, 0, 600);

            ends[0].post(wr -> wr.send().sge(ends[0].mr, 0, 1024));

            assertThat(ends[0].completion().status()).isEqualTo(sent);
            assertThat(ends[1].completion().status()).isEqualTo(received);
            assertThat(ends[1].read(0, 512)).isEqualTo(TEXT.substring(0, 512));
            assertThat(ends[1].read(512, 1)).isEqualTo("\0");
        }
    }

    @Test
    void aReceiveBeyondItsRegionStoresThePreviousPackets() {
        try (DeviceContext context = open("rxe")) {
            End[] ends = pair(context, QpType.RC, Mtu.BYTES_256, Mtu.BYTES_256);
            MemoryRegion to = small(ends[1], 300);
            ends[1].recvs.clear();
            ends[1].recvs.add().wrId(7).sge(to.iova(), 1024, to.lkey());
            ends[1].qp.postRecv(ends[1].recvs);

            ends[0].post(wr -> wr.send().sge(ends[0].mr, 0, 1024));

            assertThat(ends[1].completion().status()).isEqualTo(WcStatus.LOC_QP_OP_ERR);
            byte[] taken = new byte[300];
            to.view(0, 300).get(taken);
            assertThat(new String(taken, 0, 256, StandardCharsets.US_ASCII)).isEqualTo(TEXT.substring(0, 256));
            assertThat(taken[256]).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,WR_FLUSH_ERR", "mlx5,LOC_PROT_ERR"})
    void aWriteBeyondItsSourceRegionWritesThePreviousPackets(String profile, WcStatus status) {
        try (DeviceContext context = open(profile)) {
            End[] ends = pair(context, QpType.RC, Mtu.BYTES_256, Mtu.BYTES_256);
            MemoryRegion from = small(ends[0], 600);
            from.view(0, 600).put(TEXT.substring(0, 600).getBytes(StandardCharsets.US_ASCII));

            ends[0].post(wr -> wr.write(ends[1].mr.iova(), ends[1].mr.rkey()).sge(from.iova(), 1024, from.lkey()));

            assertThat(ends[0].completion().status()).isEqualTo(status);
            assertThat(ends[1].read(0, 512)).isEqualTo(TEXT.substring(0, 512));
            assertThat(ends[1].read(512, 1)).isEqualTo("\0");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe", "rxe-6.1", "mlx5"})
    void aUcWriteBeyondItsSourceRegionWritesThePreviousPackets(String profile) {
        try (DeviceContext context = open(profile)) {
            End[] ends = pair(context, QpType.UC, Mtu.BYTES_256, Mtu.BYTES_256);
            MemoryRegion from = small(ends[0], 300);
            from.view(0, 300).put(TEXT.substring(0, 300).getBytes(StandardCharsets.US_ASCII));

            ends[0].post(wr -> wr.write(ends[1].mr.iova(), ends[1].mr.rkey()).sge(from.iova(), 1024, from.lkey()));

            assertThat(ends[0].completion().isSuccess()).isFalse();
            assertThat(ends[1].read(0, 256)).isEqualTo(TEXT.substring(0, 256));
            assertThat(ends[1].read(256, 1)).isEqualTo("\0");
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,WR_FLUSH_ERR", "rxe-6.1,RNR_RETRY_EXC_ERR"})
    void theFirstPacketsMayBeAnsweredBeforeTheBadOneFails(String profile, WcStatus status) {
        try (DeviceContext context = open(profile)) {
            End one = new End(context, QpType.RC);
            End other = new End(context, QpType.RC);
            one.connectTo(other, attr -> attr.pathMtu(Mtu.BYTES_256), attr -> attr.rnrRetry(0));
            other.connectTo(one, attr -> attr.pathMtu(Mtu.BYTES_256), attr -> attr);
            MemoryRegion from = small(one, 300);

            one.post(wr -> wr.send().sge(from.iova(), 1024, from.lkey()));

            assertThat(one.completion().status()).isEqualTo(status);
        }
    }

    @Test
    void onRxeALaterPacketWithoutReceiveUsesAnRnrRetry() {
        try (DeviceContext context = open("rxe")) {
            End one = new End(context, QpType.RC);
            End other = new End(context, QpType.RC);
            one.connectTo(other, attr -> attr, attr -> attr.retryCnt(0).rnrRetry(1));
            other.connectTo(one, attr -> attr);

            one.post(wr -> wr.writeImm(other.mr.iova(), other.mr.rkey(), 1).sge(one.mr, 0, 4096));
            pass();

            assertThat(one.completion().status()).isEqualTo(WcStatus.RNR_RETRY_EXC_ERR);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe", "mlx5"})
    void aWriteOfSeveralPacketsOutOfBoundsTakesNoReceive(String profile) {
        try (DeviceContext context = open(profile)) {
            End[] ends = pair(context, QpType.RC, Mtu.BYTES_256, Mtu.BYTES_256);
            MemoryRegion to = small(ends[1], 512);
            ends[1].receive(7, 0, 8);

            ends[0].post(wr -> wr.writeImm(to.iova(), to.rkey(), 1).sge(ends[0].mr, 0, 1024));

            assertThat(ends[0].completion().status()).isEqualTo(WcStatus.REM_ACCESS_ERR);
            assertThat(ends[1].completion().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
            assertThat(to.view(0, 1).get(0)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe", "mlx5"})
    void aWriteWritesBeforeItsLastPacketWaitsForAReceive(String profile) {
        try (DeviceContext context = open(profile)) {
            End[] ends = pair(context, QpType.RC, Mtu.BYTES_256, Mtu.BYTES_256);

            ends[0].post(
                    wr -> wr.writeImm(ends[1].mr.iova(), ends[1].mr.rkey(), 9).sge(ends[0].mr, 0, 1000));
            assertThat(ends[1].read(0, 768)).isEqualTo(TEXT.substring(0, 768));
            assertThat(ends[1].read(768, 1)).isEqualTo("\0");
            ends[1].receive(7, 2048, 8);
            pass();

            assertThat(ends[0].completion().isSuccess()).isTrue();
            Completion received = ends[1].completion();
            assertThat(received.byteLen()).isEqualTo(1000);
            assertThat(received.immData()).isEqualTo(9);
            assertThat(ends[1].read(768, 232)).isEqualTo(TEXT.substring(768, 1000));
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,LOC_PROT_ERR", "mlx5,LOC_PROT_ERR"})
    void aReadBeyondItsLocalRegionStoresThePreviousPackets(String profile, WcStatus status) {
        try (DeviceContext context = open(profile)) {
            End[] ends = pair(context, QpType.RC, Mtu.BYTES_256, Mtu.BYTES_256);
            ends[1].write(TEXT);
            MemoryRegion to = small(ends[0], 300);

            ends[0].post(wr -> wr.read(ends[1].mr.iova(), ends[1].mr.rkey()).sge(to.iova(), 1024, to.lkey()));

            assertThat(ends[0].completion().status()).isEqualTo(status);
            assertThat(to.view(0, 300).get(255)).isEqualTo((byte) TEXT.charAt(255));
            assertThat(to.view(0, 300).get(256)).isZero();
        }
    }

    @Test
    void anAtomicFillsTheElementsBeforeTheBadOne() {
        try (DeviceContext context = open("rxe")) {
            End[] ends = pair(context, QpType.RC, Mtu.BYTES_256, Mtu.BYTES_256);
            ends[1].write(TEXT);
            ends[0].mr.view(0, 16).put(new byte[16]);

            ends[0].post(wr -> wr.fetchAdd(ends[1].mr.iova(), ends[1].mr.rkey(), 0)
                    .sge(ends[0].mr, 0, 6)
                    .sge(1, 2, 1));

            assertThat(ends[0].completion().status()).isEqualTo(WcStatus.LOC_PROT_ERR);
            assertThat(ends[0].read(0, 8)).isEqualTo(TEXT.substring(0, 6) + "\0\0");
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,", "rxe-6.1,WR_FLUSH_ERR", "mlx5,WR_FLUSH_ERR"})
    void aStartedReceiveOfASharedQueueIsFlushedOrLost(String profile, WcStatus flushed) {
        try (DeviceContext context = open(profile)) {
            ProtectionDomain pd = context.allocPd();
            SharedReceiveQueue srq =
                    pd.createSrq(SrqInitAttr.builder().maxWr(4).maxSge(1).build());
            End[] ends = pair(context, QpType.RC, Mtu.BYTES_256, Mtu.BYTES_256, attr -> attr.srq(srq));
            MemoryRegion from = small(ends[0], 300);
            ends[1].recvs.clear();
            // rxe looks up the keys of a shared receive queue in the domain of the queue pair.
            MemoryRegion to = profile.startsWith("rxe") ? ends[1].mr : pd.allocMr(2048, End.ALL);
            ends[1].recvs.add().wrId(7).sge(to, 0, 2048);
            srq.postRecv(ends[1].recvs);
            ends[0].post(wr -> wr.send().sge(from.iova(), 1024, from.lkey()));
            assertThat(ends[0].completion().isSuccess()).isFalse();
            assertThat(ends[1].isQuiet()).isTrue();

            ends[1].qp.modify(QpAttr.builder().qpState(QpState.ERR).build());

            List<WcStatus> statuses = new ArrayList<>();
            CompletionArray polled = context.newCompletionArray(4);
            int count = ends[1].cq.poll(polled);
            for (int i = 0; i < count; i++) {
                statuses.add(polled.get(i).status());
            }
            polled.release();
            assertThat(statuses).isEqualTo(flushed == null ? List.of() : List.of(flushed));
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,REM_INV_REQ_ERR", "rxe-6.1,REM_ACCESS_ERR", "mlx5,REM_INV_REQ_ERR"})
    void aWriteOfAnotherSizeToAnUnknownKeyIsInvalidOrDenied(String profile, WcStatus status) {
        try (DeviceContext context = open(profile)) {
            End[] ends = pair(context, QpType.RC, Mtu.BYTES_1024, Mtu.BYTES_256);

            ends[0].post(wr -> wr.write(ends[1].mr.iova(), 1).sge(ends[0].mr, 0, 1000));

            assertThat(ends[0].completion().status()).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,", "rxe-6.1,LOC_QP_OP_ERR", "mlx5,"})
    void aDatagramWithoutRoomOrAccessIsDroppedOrFails(String profile, WcStatus status) {
        try (DeviceContext context = open(profile)) {
            End from = End.datagrams(context, 1);
            End to = End.datagrams(context, 1);
            to.recvs.clear();
            to.recvs.add().wrId(1).sge(1, 4, 1);
            to.qp.postRecv(to.recvs);
            AhAttr way = AhAttr.global(GlobalRoute.to(context.queryGid(1, 0), 0), 1);

            from.post(wr -> wr.send().noData().to(from.pd.createAh(way), to.qp.qpNum(), 1));

            if (status == null) {
                assertThat(to.isQuiet()).isTrue();
            } else {
                assertThat(to.completion().status()).isEqualTo(status);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"300,false", "700,true"})
    void anErrorIsSolicitedInTheLastPacketAlone(int room, boolean notified) {
        try (DeviceContext context = open("rxe")) {
            CompletionChannel channel = context.createCompChannel();
            CompletionQueue cq = context.createCq(
                    CqInitAttr.builder().cqe(8).channel(channel).build());
            End[] ends = pair(context, QpType.RC, Mtu.BYTES_256, Mtu.BYTES_256, attr -> attr.recvCq(cq));
            ends[1].receive(7, 0, room);
            cq.requestNotify(true);

            ends[0].post(wr -> wr.solicited().send().sge(ends[0].mr, 0, 768));

            assertThat(ends[0].completion().status()).isEqualTo(WcStatus.REM_OP_ERR);
            assertThat(channel.nextEvent().isPresent()).isEqualTo(notified);
        }
    }

    // ---------------------------------------------------------------- lists

    @ParameterizedTest
    @CsvSource({"rxe,WR_FLUSH_ERR,WR_FLUSH_ERR", "rxe-6.1,SUCCESS,LOC_QP_OP_ERR", "mlx5,SUCCESS,LOC_PROT_ERR"})
    void aBadRequestMayFlushDeliveredRequestsOfItsList(String profile, WcStatus first, WcStatus last) {
        try (DeviceContext context = open(profile)) {
            End[] ends = pair(context, QpType.RC, Mtu.BYTES_256, Mtu.BYTES_256);
            ends[0].sends.clear();
            ends[0].sends
                    .add()
                    .wrId(1)
                    .signaled()
                    .write(ends[1].mr.iova(), ends[1].mr.rkey())
                    .sge(ends[0].mr, 0, 16);
            ends[0].sends
                    .add()
                    .wrId(2)
                    .signaled()
                    .write(ends[1].mr.iova(), ends[1].mr.rkey())
                    .sge(0, 16, 1);

            ends[0].qp.postSend(ends[0].sends);

            assertThat(ends[0].completion().status()).isEqualTo(first);
            assertThat(ends[0].completion().status()).isEqualTo(last);
            assertThat(ends[1].read(0, 16)).isEqualTo(TEXT.substring(0, 16));
        }
    }
}
