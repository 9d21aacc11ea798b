// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.DeviceContext;
import org.verbena.MemoryWindow;
import org.verbena.MwBindInfo;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;
import org.verbena.error.PostException;

/** Checks the order in which rdma_rxe starts, repeats and flushes requests, as found by random walks on the device. */
class RxeQueueRulesTest {
    private final SimProvider provider = Fabrics.of(ClockMode.MANUAL, "rxe", "mlx5", "rxe-6.1");
    private DeviceContext context = Fabrics.open(provider, 0);
    private End one = new End(context, QpType.RC);
    private End other = new End(context, QpType.RC);

    @BeforeEach
    void connect() {
        End.connect(one, other);
    }

    @AfterEach
    void close() {
        context.close();
    }

    private void on(String profile, int retryCnt) {
        context.close();
        context = Fabrics.open(provider, profile.equals("rxe") ? 0 : 1);
        one = new End(context, QpType.RC);
        other = new End(context, QpType.RC);
        one.connectTo(other, attr -> attr.retryCnt(retryCnt).rnrRetry(1));
        other.connectTo(one, attr -> attr);
    }

    private void fail(End end) {
        end.qp.modify(QpAttr.builder().qpState(QpState.ERR).build());
    }

    @ParameterizedTest
    @CsvSource({"rxe,0,RETRY_EXC_ERR", "rxe,1,RNR_RETRY_EXC_ERR", "mlx5,0,RNR_RETRY_EXC_ERR"})
    void aRequestBehindOneThatWaitsForItsReceiverTakesARetry(String profile, int retryCnt, WcStatus status) {
        on(profile, retryCnt);
        one.sends.clear();
        one.sends.add().wrId(1).signaled().send().noData();
        one.sends.add().wrId(2).signaled().send().noData();

        one.qp.postSend(one.sends);
        provider.fabric().clock().advance(Duration.ofMillis(50));

        assertThat(one.completion().status()).isEqualTo(status);
        assertThat(one.completion().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
    }

    @ParameterizedTest
    @CsvSource({"rxe,0,RETRY_EXC_ERR", "rxe,1,RNR_RETRY_EXC_ERR", "mlx5,0,RNR_RETRY_EXC_ERR"})
    void aLaterPacketOfAWaitingRequestTakesARetry(String profile, int retryCnt, WcStatus status) {
        on(profile, retryCnt);

        one.post(wr -> wr.send().sge(one.mr, 0, 2048));
        provider.fabric().clock().advance(Duration.ofMillis(50));

        assertThat(one.completion().status()).isEqualTo(status);
    }

    @Test
    void aRequestThatReachesAFailedQueuePairFlushesItsLateReceives() {
        fail(other);
        other.receive(7, 0, 8);
        assertThat(other.isQuiet()).isTrue();

        one.post(wr -> wr.send().noData());

        assertThat(other.completion().wrId()).isEqualTo(7);
    }

    @Test
    void eachRequestForAFailedQueuePairReportsItsLastReceive() {
        SharedReceiveQueue srq = context.allocPd()
                .createSrq(SrqInitAttr.builder().maxWr(4).maxSge(1).build());
        End sharing = new End(context, QpType.RC, attr -> attr.srq(srq));
        End sender = new End(context, QpType.RC);
        End.connect(sender, sharing);
        fail(sharing);
        assertThat(context.asyncEvents().nextEvent()).isPresent();

        sender.post(wr -> wr.send().noData());

        assertThat(context.asyncEvents().nextEvent().orElseThrow().eventType())
                .isEqualTo(AsyncEventType.QP_LAST_WQE_REACHED);
    }

    @Test
    void aPostThatIsRefusedFlushesNoLateReceives() {
        fail(one);
        one.receive(7, 0, 8);

        try {
            one.post(wr -> wr.send().sge(1, 1, 1).sge(1, 1, 1).sge(1, 1, 1).sge(1, 1, 1));
            throw new AssertionError("the post was accepted");
        } catch (PostException e) {
            assertThat(one.isQuiet()).isTrue();
        }
    }

    @Test
    void anInvalidationWaitsForTheRequestsBeforeIt() {
        one.sends.clear();
        one.sends.add().wrId(1).signaled().send().noData();
        one.sends.add().wrId(2).signaled().localInv(1);
        one.qp.postSend(one.sends);
        assertThat(one.isQuiet()).isTrue();

        other.receive(1, 0, 8);
        provider.fabric().clock().advance(Duration.ofMillis(1));

        assertThat(one.completion().status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(one.completion().wrId()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"rxe", "mlx5"})
    void anAnswerToALaterRequestShowsThatAResponseIsMissing(String profile) {
        on(profile, 1);
        other.write("here").receive(1, 2048, 8);
        provider.fabric()
                .faults()
                .inject(SimFault.drop()
                        .where(message -> message.operation().equals("READ_RESPONSE"))
                        .times(1));
        one.post(wr -> wr.wrId(1).read(other.mr.iova(), other.mr.rkey()).sge(one.mr, 0, 4));
        assertThat(one.isQuiet()).isTrue();

        one.post(wr -> wr.wrId(2).send().noData());

        assertThat(one.completion().wrId()).isEqualTo(1);
        assertThat(one.completion().wrId()).isEqualTo(2);
        assertThat(one.read(0, 4)).isEqualTo("here");
    }

    private MwBindInfo part() {
        return new MwBindInfo(one.mr, one.mr.iova(), 64, Flags.of(AccessFlag.REMOTE_READ));
    }

    @Test
    void aBindBehindARequestThatIsRepeatedFails() {
        MemoryWindow window = one.pd.allocMw(MwType.TYPE_2);
        long key = MemoryWindow.nextRkey(window.rkey());
        one.sends.clear();
        one.sends.add().wrId(1).signaled().send().noData();
        one.sends.add().wrId(2).signaled().bindMw(window, key, part());
        one.qp.postSend(one.sends);
        provider.fabric().clock().advance(Duration.ofNanos(1));
        assertThat(one.isQuiet()).isTrue();

        provider.fabric().clock().advance(Duration.ofMillis(1));

        assertThat(one.completion().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
        assertThat(one.completion().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
    }

    @Test
    void onLinux61ALocalErrorWaitsForTheRequestsBeforeIt() {
        try (DeviceContext older = Fabrics.open(provider, 2)) {
            End from = new End(older, QpType.RC);
            End to = new End(older, QpType.RC);
            End.connect(from, to);
            from.sends.clear();
            from.sends.add().wrId(1).signaled().send().noData();
            from.sends.add().wrId(2).signaled().send().sge(1, 1, 1);

            from.qp.postSend(from.sends);
            provider.fabric().clock().advance(Duration.ofSeconds(10));

            assertThat(from.isQuiet()).isTrue();
            assertThat(from.qp.query().attr().qpState()).isEqualTo(QpState.RTS);
        }
    }

    @Test
    void aBindAfterAFailedBindOfItsWindowFails() {
        MemoryWindow window = one.pd.allocMw(MwType.TYPE_2);
        End failed = new End(context, QpType.RC);
        End.connect(failed, new End(context, QpType.RC));
        fail(failed);
        failed.post(wr -> wr.bindMw(window, MemoryWindow.nextRkey(window.rkey()), part()));
        assertThat(failed.completion().isSuccess()).isFalse();

        one.post(wr -> wr.bindMw(window, MemoryWindow.nextRkey(window.rkey()), part()));

        assertThat(one.completion().isSuccess()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"rxe,", "mlx5,RETRY_EXC_ERR"})
    void aRepeatedFencedReadNeverCompletesOnRxe(String profile, WcStatus status) {
        on(profile, 3);
        fail(other);

        one.post(wr -> wr.fence().read(other.mr.iova(), other.mr.rkey()).sge(one.mr, 0, 8));
        provider.fabric().clock().advance(Duration.ofSeconds(10));

        if (status == null) {
            assertThat(one.isQuiet()).isTrue();
        } else {
            assertThat(one.completion().status()).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,false", "mlx5,true"})
    void overUcAWriteWithoutReceiveStopsTheReceptionOnRxe(String profile, boolean goesOn) {
        try (DeviceContext unreliable = Fabrics.open(provider, profile.equals("rxe") ? 0 : 1)) {
            End from = new End(unreliable, QpType.UC);
            End to = new End(unreliable, QpType.UC);
            End.connect(from, to);
            from.write("late");
            from.post(wr -> wr.writeImm(to.mr.iova(), to.mr.rkey(), 1).sge(from.mr, 0, 2048));

            from.post(wr -> wr.write(to.mr.iova() + 3072, to.mr.rkey()).sge(from.mr, 0, 4));

            assertThat(to.read(0, 4)).isEqualTo("late");
            assertThat(to.read(3072, 4)).isEqualTo(goesOn ? "late" : "\0\0\0\0");
        }
    }
}
