// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

class QueuePairTest {
    @Test
    void mlx5RoundsTheCapUpToItsRingSizes() {
        try (DeviceContext context = Sims.open("mlx5")) {
            ProtectionDomain pd = context.allocPd();
            QueuePair qp = pd.createQp(Sims.qp(QpType.RC, Sims.cq(context))
                    .cap(new QpCap(100, 1, 4, 1, 0))
                    .build());

            assertThat(qp.requestedCap()).isEqualTo(new QpCap(100, 1, 4, 1, 0));
            assertThat(qp.grantedCap()).isEqualTo(new QpCap(128, 4, 4, 1, 60));
            assertThat(qp.query().attr().cap()).isEqualTo(new QpCap(128, 4, 4, 1, 60));
            assertThat(qp.state()).isEqualTo(QpState.RESET);
        }
    }

    @Test
    void efaIsAskedOnlyForWhatItReports() {
        try (DeviceContext context = Sims.open("efa")) {
            QueuePair qp = context.allocPd()
                    .createQp(Sims.qp(QpType.UD, Sims.cq(context)).build());

            assertThat(qp.query().attr().qpState()).isEqualTo(QpState.RESET);
            assertThat(qp.query().attr().cap().maxSendWr()).isPositive();
        }
    }

    @Test
    void softRoceSharesEntriesBetweenGatherElementsAndInlineData() {
        try (DeviceContext context = Sims.open("rxe")) {
            QueuePair qp = context.allocPd()
                    .createQp(Sims.qp(QpType.UD, Sims.cq(context))
                            .cap(new QpCap(16, 21, 4, 1, 188))
                            .build());

            assertThat(qp.grantedCap()).isEqualTo(new QpCap(31, 31, 11, 1, 188));
        }
    }

    @Test
    void anSrqChangesTheGrantedAndTheReportedCap() {
        try (DeviceContext context = Sims.open("rxe")) {
            ProtectionDomain pd = context.allocPd();
            SharedReceiveQueue srq =
                    pd.createSrq(SrqInitAttr.builder().maxWr(100).maxSge(2).build());
            QueuePair qp =
                    pd.createQp(Sims.qp(QpType.RC, Sims.cq(context)).srq(srq).build());

            assertThat(srq.grantedAttr().maxWr()).isEqualTo(127);
            assertThat(qp.grantedCap()).isEqualTo(new QpCap(31, 16, 1, 1, 16));
            assertThat(qp.query().attr().cap()).isEqualTo(new QpCap(31, 0, 1, 0, 16));
        }
    }

    @Test
    void aRejectionNamesTheAttributeAndItsLimit() {
        try (DeviceContext context = Sims.open("rxe")) {
            ProtectionDomain pd = context.allocPd();
            CompletionQueue cq = Sims.cq(context);

            assertThatThrownBy(() -> pd.createQp(
                            Sims.qp(QpType.UC, cq).maxInlineData(513).build()))
                    .isInstanceOfSatisfying(VerbsException.class, e -> {
                        assertThat(e.verb()).isEqualTo("ibv_create_qp");
                        assertThat(e.errno()).isEqualTo(Errno.EINVAL);
                        assertThat(e.diagnosis().violations()).singleElement().satisfies(violation -> {
                            assertThat(violation.attribute()).isEqualTo("max_inline_data");
                            assertThat(violation.requested()).isEqualTo("513");
                            assertThat(violation.limit()).isEqualTo("512");
                        });
                    })
                    .hasMessageContaining("sim_rxe_0");
            assertThatThrownBy(() -> pd.createQp(Sims.qp(QpType.RAW_PACKET, cq).build()))
                    .isInstanceOfSatisfying(
                            VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP));
        }
    }

    @Test
    void aQueuePairIsModifiedFromResetToRts() {
        try (DeviceContext context = Sims.open("mlx5")) {
            QueuePair qp = context.allocPd()
                    .createQp(Sims.qp(QpType.RC, Sims.cq(context)).build());

            qp.modify(QpAttr.builder()
                    .qpState(QpState.INIT)
                    .pkeyIndex(0)
                    .portNum(1)
                    .qpAccessFlags(AccessFlag.REMOTE_WRITE)
                    .build());
            QpAttr.Builder rtr = QpAttr.builder()
                    .qpState(QpState.RTR)
                    .ahAttr(AhAttr.global(GlobalRoute.to(context.queryGid(1, 2), 2), 1))
                    .pathMtu(Mtu.BYTES_1024)
                    .destQpNum(qp.qpNum())
                    .rqPsn(0x1234567)
                    .maxDestRdAtomic(4);
            assertThatThrownBy(() -> qp.modify(rtr.build()))
                    .hasMessageContaining("MIN_RNR_TIMER")
                    .isInstanceOfSatisfying(
                            VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
            assertThat(qp.state()).isEqualTo(QpState.INIT);
            qp.modify(rtr.minRnrTimer(12).build());
            qp.modify(QpAttr.builder()
                    .qpState(QpState.RTS)
                    .timeout(14)
                    .retryCnt(7)
                    .rnrRetry(7)
                    .sqPsn(1)
                    .maxRdAtomic(4)
                    .build());

            QpAttr attr = qp.query().attr();
            assertThat(attr.qpState()).isEqualTo(QpState.RTS);
            assertThat(attr.destQpNum()).isEqualTo(qp.qpNum());
            assertThat(attr.rqPsn()).as("24 bits").isEqualTo(0x234567);
            assertThat(attr.ahAttr().grh().orElseThrow().dgid()).isEqualTo(context.queryGid(1, 2));
        }
    }

    @Test
    void softRoceRoundsReadsAndAtomicsUp() {
        try (DeviceContext context = Sims.open("rxe")) {
            QueuePair qp = context.allocPd()
                    .createQp(Sims.qp(QpType.RC, Sims.cq(context)).build());

            qp.modify(QpAttr.builder().maxRdAtomic(5).build());

            assertThat(qp.query().attr().maxRdAtomic()).isEqualTo(8);
        }
    }

    @Test
    void mlx5DropsRemoteReadAccessWithoutResponderResources() {
        try (DeviceContext context = Sims.open("mlx5")) {
            QueuePair qp = context.allocPd()
                    .createQp(Sims.qp(QpType.RC, Sims.cq(context)).build());

            qp.modify(QpAttr.builder()
                    .qpState(QpState.INIT)
                    .pkeyIndex(0)
                    .portNum(1)
                    .qpAccessFlags(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ)
                    .build());

            QpAttr attr = qp.query().attr();
            assertThat(attr.qpAccessFlags()).isEqualTo(Flags.of(AccessFlag.REMOTE_WRITE));
            assertThat(attr.maxDestRdAtomic()).isEqualTo(1);
        }
    }

    @Test
    void sendOperationsGiveAnExtendedQueuePair() {
        try (DeviceContext context = Sims.open("mlx5")) {
            ProtectionDomain pd = context.allocPd();
            CompletionQueue cq = Sims.cq(context);
            QueuePair plain = pd.createQp(Sims.qp(QpType.RC, cq).build());
            QueuePair extended = context.createQpEx(
                    Sims.qp(QpType.RC, cq).pd(pd).sendOpsFlags(SendOp.SEND).build());

            assertThat(plain.toQpEx()).isEmpty();
            assertThat(extended.toQpEx())
                    .map(QueuePairEx::sendOps)
                    .hasValueSatisfying(ops -> assertThat(ops.known()).containsExactly(SendOp.SEND));
            // An entry for SEND alone takes 64 bytes. An entry that can also bind a memory window takes 256 bytes.
            assertThat(extended.grantedCap().maxInlineData()).isEqualTo(44);
            assertThat(plain.grantedCap().maxInlineData()).isEqualTo(60);
        }
    }

    @Test
    void numbersAreUniqueOnTheDeviceAndNotReusedSoon() {
        SimProvider provider = SimProvider.builder().device("mlx5").build();
        try (DeviceContext one = provider.devices().get(0).open();
                DeviceContext two = provider.devices().get(0).open()) {
            QueuePair first =
                    one.allocPd().createQp(Sims.qp(QpType.UD, Sims.cq(one)).build());
            QueuePair second =
                    two.allocPd().createQp(Sims.qp(QpType.UD, Sims.cq(two)).build());
            long number = first.qpNum();
            first.close();
            QueuePair third =
                    one.allocPd().createQp(Sims.qp(QpType.UD, Sims.cq(one)).build());

            assertThat(second.qpNum()).isNotEqualTo(number);
            assertThat(third.qpNum()).isNotIn(number, second.qpNum());
        }
    }
}
