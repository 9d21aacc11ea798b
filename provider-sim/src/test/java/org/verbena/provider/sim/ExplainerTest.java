// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.Explainer;
import org.verbena.Explanation;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RwqIndTableAttr;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.attr.CapMax;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCapField;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqState;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

class ExplainerTest {
    private final DeviceContext context = Sims.open("mlx5");
    private final Explainer explainer = context.explain();
    private final CompletionQueue cq = Sims.cq(context);
    private final ProtectionDomain pd = context.allocPd();

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    void explainsARejectionBelowTheReportedMaxQpWr() {
        QpInitAttr tooDeep = Sims.qp(QpType.RC, cq).maxSendWr(16384).build();

        assertThat(context.queryDevice().maxQpWr()).isEqualTo(32768);
        assertThat(explainer.createQp(tooDeep)).isInstanceOfSatisfying(Explanation.Refused.class, refused -> {
            assertThat(refused.errno()).isEqualTo(Errno.EINVAL);
            assertThat(refused.diagnosis())
                    .hasToString("max_send_wr = 16384, limit 8192: the queue has at most 32768 blocks of 64 bytes "
                            + "(max_qp_wr), and an entry takes 256 bytes; 192 of them are reserved for the segments "
                            + "of BIND_MW and LOCAL_INV, because a queue pair without send_ops_flags supports every "
                            + "operation; ibv_create_qp_ex(3) with fewer operations allows more entries [rdma-core "
                            + "providers/mlx5/verbs.c: mlx5_calc_sq_size]");
        });
        assertThat(explainer.createQpEx(
                        tooDeep.toBuilder().pd(pd).sendOpsFlags(SendOp.SEND).build()))
                .isEqualTo(new Explanation.Granted<>(new QpCap(16384, 16, 1, 1, 44)));
    }

    @Test
    void predictsTheGrantedCapOfAQueuePair() {
        QpInitAttr attr = Sims.qp(QpType.RC, cq).maxInlineData(100).build();

        Explanation<QpCap> expected = explainer.createQp(attr);

        assertThat(expected)
                .isEqualTo(new Explanation.Granted<>(pd.createQp(attr).grantedCap()));
        assertThat(explainer.model()).contains("mlx5");
    }

    @Test
    void predictsSharedReceiveQueues() {
        SrqInitAttr attr = SrqInitAttr.builder().maxWr(100).maxSge(2).build();
        SharedReceiveQueue srq = pd.createSrq(attr);

        assertThat(explainer.createSrq(attr)).isEqualTo(new Explanation.Granted<>(srq.grantedAttr()));
        assertThat(explainer.createSrqEx(
                        SrqInitAttr.builder().pd(pd).maxWr(100).maxSge(2).build()))
                .isEqualTo(new Explanation.Granted<>(srq.grantedAttr()));
        assertRefused(
                explainer.modifySrq(srq, new SrqAttr(200, 0, 0), Flags.of(SrqAttr.Mask.MAX_WR)),
                "the driver does not resize shared receive queues");
    }

    @Test
    void predictsCompletionQueues() {
        assertThat(explainer.createCq(CqInitAttr.builder().cqe(100).build())).isEqualTo(new Explanation.Granted<>(127));
        assertThat(explainer.createCqEx(CqInitAttr.builder().cqe(100).build()))
                .isEqualTo(new Explanation.Granted<>(127));
        assertThat(explainer.resizeCq(cq, 200)).isEqualTo(new Explanation.Granted<>(255));
        assertRefused(explainer.resizeCq(cq, 0), "a completion queue requires entries");
        assertThat(cq.grantedCqe()).isEqualTo(127);
    }

    @Test
    void predictsWorkQueuesAndTables() {
        WqInitAttr attr =
                WqInitAttr.builder().pd(pd).cq(cq).maxWr(100).maxSge(1).build();
        WorkQueue wq = context.createWq(attr);

        assertThat(explainer.createWq(attr)).isEqualTo(new Explanation.Granted<>(new WqCap(100, 1)));
        assertThat(explainer.modifyWq(wq, WqAttr.builder().wqState(WqState.RDY).build()))
                .isEqualTo(new Explanation.Granted<>(WqState.RDY));
        assertThat(wq.state()).isEqualTo(WqState.RESET);
        assertThat(explainer.createRwqIndTable(RwqIndTableAttr.of(List.of(wq, wq))))
                .isEqualTo(new Explanation.Granted<>(2));
    }

    @Test
    void namesMissingAndUnexpectedBitsOfAChange() {
        QueuePair qp = pd.createQp(Sims.qp(QpType.RC, cq).build());
        QpAttr change =
                QpAttr.builder().qpState(QpState.INIT).portNum(1).qkey(7).build();

        assertThat(explainer.modifyQp(qp, change))
                .isInstanceOfSatisfying(
                        Explanation.Refused.class,
                        refused -> assertThat(refused.diagnosis().toString())
                                .contains("with " + Flags.of(QpAttr.Mask.PKEY_INDEX, QpAttr.Mask.ACCESS_FLAGS))
                                .contains("without " + Flags.of(QpAttr.Mask.QKEY)));
        VerbsException failure = catchThrowableOfType(VerbsException.class, () -> qp.modify(change));
        assertThat(explainer.modifyQp(qp, change))
                .isEqualTo(new Explanation.Refused<>(failure.errno(), failure.diagnosis()));
    }

    @Test
    void rejectsForeignAndClosedObjects() {
        CompletionQueue foreign = Sims.cq(Sims.open("mlx5"));
        QueuePair closed = pd.createQp(Sims.qp(QpType.RC, cq).build());
        closed.close();

        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> explainer.createQp(Sims.qp(QpType.RC, foreign).build()))
                .withMessageContaining("send_cq");
        assertThatExceptionOfType(ClosedHandleException.class)
                .isThrownBy(() -> explainer.modifyQp(closed, QpAttr.builder().build()));
    }

    @Test
    void findsTheLargestGrantedValue() {
        QpInitAttr base = Sims.qp(QpType.RC, cq).build();

        assertThat(explainer.max(QpCapField.MAX_SEND_WR, base))
                .isEqualTo(new Explanation.Granted<>(
                        new CapMax(QpCapField.MAX_SEND_WR, 8192, new QpCap(8192, 16, 1, 1, 60), false)));
        assertThat(explainer.maxOnDevice(QpCapField.MAX_INLINE_DATA, base))
                .isEqualTo(new Explanation.Granted<>(
                        new CapMax(QpCapField.MAX_INLINE_DATA, 828, new QpCap(16, 16, 1, 1, 828), true)));
    }

    @Test
    void anUnsuccessfulSearchReportsTheViolatedLimit() {
        QpInitAttr base = Sims.qp(QpType.RC, cq).maxSendSge(1000).build();

        assertRefused(explainer.max(QpCapField.MAX_RECV_WR, base), "max_send_sge = 1000");
        assertRefused(explainer.maxOnDevice(QpCapField.MAX_RECV_WR, base), "max_send_sge = 1000");
    }

    private static void assertRefused(Explanation<?> explanation, String reason) {
        assertThat(explanation)
                .isInstanceOfSatisfying(
                        Explanation.Refused.class,
                        refused -> assertThat(refused.diagnosis().toString()).contains(reason));
    }
}
