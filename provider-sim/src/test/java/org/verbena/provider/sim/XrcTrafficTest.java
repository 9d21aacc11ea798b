// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.verbena.Completion;
import org.verbena.DeviceContext;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.XrcDomain;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SrqType;

/** Tests messages that name a shared receive queue by its number. */
class XrcTrafficTest {
    private static void connect(DeviceContext context, QueuePair one, QueuePair other) {
        one.modify(QpAttr.builder()
                .qpState(QpState.INIT)
                .pkeyIndex(0)
                .portNum(1)
                .qpAccessFlags(AccessFlag.REMOTE_WRITE)
                .build());
        QpAttr.Builder toRtr = QpAttr.builder()
                .qpState(QpState.RTR)
                .ahAttr(AhAttr.global(GlobalRoute.to(context.queryGid(1, 0), 0), 1))
                .pathMtu(Mtu.BYTES_1024)
                .destQpNum(other.qpNum())
                .rqPsn(0);
        boolean target = one.qpType() == QpType.XRC_RECV;
        one.modify((target ? toRtr.maxDestRdAtomic(1).minRnrTimer(1) : toRtr).build());
        if (!target) {
            one.modify(QpAttr.builder()
                    .qpState(QpState.RTS)
                    .sqPsn(0)
                    .timeout(10)
                    .retryCnt(1)
                    .rnrRetry(1)
                    .maxRdAtomic(1)
                    .build());
        }
    }

    @Test
    void aMessageSelectsItsSharedReceiveQueueByNumber() {
        try (DeviceContext context = Sims.open("mlx5")) {
            End owner = new End(context, QpType.RC);
            XrcDomain domain = context.openXrcd(XrcdInitAttr.privateDomain());
            SharedReceiveQueue queue = context.createSrqEx(SrqInitAttr.builder()
                    .srqType(SrqType.XRC)
                    .xrcd(domain)
                    .cq(owner.cq)
                    .pd(owner.pd)
                    .maxWr(8)
                    .maxSge(1)
                    .build());
            QueuePair target = context.createQpEx(
                    QpInitAttr.builder().qpType(QpType.XRC_RECV).xrcd(domain).build());
            QueuePair initiator = context.createQpEx(QpInitAttr.builder()
                    .qpType(QpType.XRC_SEND)
                    .pd(owner.pd)
                    .sendCq(owner.cq)
                    .maxSendWr(4)
                    .maxSendSge(1)
                    .build());
            connect(context, target, initiator);
            connect(context, initiator, target);
            RecvBatch receives = context.newRecvBatch(1, 1);
            receives.add().wrId(5).sge(owner.mr, 1024, 64);
            queue.postRecv(receives);
            owner.write("over xrc");
            SendBatch sends = context.newSendBatch(1, 1, 0);
            sends.add().wrId(6).signaled().send().sge(owner.mr, 0, 8).remoteSrqn(queue.srqNum());
            initiator.postSend(sends);

            Completion received = owner.completion();
            assertThat(received.wrId()).isEqualTo(5);
            assertThat(received.isSuccess()).isTrue();
            assertThat(owner.completion().wrId()).isEqualTo(6);
            assertThat(owner.read(1024, 8)).isEqualTo("over xrc");
        }
    }
}
