// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RwqIndTable;
import org.verbena.RwqIndTableAttr;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqState;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

class ReceiveSideScalingTest {
    private static final byte[] KEY = new byte[40];

    @Test
    void anRssQueuePairKeepsItsTableAndWorkQueuesInUse() {
        try (DeviceContext context = Sims.open("mlx5")) {
            ProtectionDomain pd = context.allocPd();
            CompletionQueue cq = Sims.cq(context);
            WorkQueue first = workQueue(context, pd, cq);
            WorkQueue second = workQueue(context, pd, cq);
            RwqIndTable table = context.createRwqIndTable(RwqIndTableAttr.of(List.of(first, second)));
            QueuePair qp = context.createQpEx(rss(pd, table, RxHashField.SRC_IPV4, RxHashField.DST_IPV4));

            assertThat(first.grantedCap()).isEqualTo(new WqCap(100, 2));
            assertThat(first.wqNum()).isNotEqualTo(second.wqNum());
            assertRefused(Errno.EBUSY, first::close);
            assertRefused(Errno.EBUSY, table::close);
            assertRefused(Errno.EBUSY, cq::close);
            assertRefused(
                    Errno.EOPNOTSUPP,
                    () -> qp.modify(QpAttr.builder().qpState(QpState.INIT).build()));
            qp.close();
            table.close();
            first.close();
        }
    }

    @Test
    void aHashOfTwoIpVersionsIsRejected() {
        try (DeviceContext context = Sims.open("mlx5")) {
            ProtectionDomain pd = context.allocPd();
            WorkQueue queue = workQueue(context, pd, Sims.cq(context));
            RwqIndTable table = context.createRwqIndTable(RwqIndTableAttr.of(List.of(queue)));

            assertThatThrownBy(() -> context.createQpEx(rss(pd, table, RxHashField.SRC_IPV4, RxHashField.DST_IPV6)))
                    .hasMessageContaining("rx_hash_fields_mask")
                    .hasMessageContaining("one IP version");
        }
    }

    @Test
    void aWorkQueueComesBackFromErrorThroughReset() {
        try (DeviceContext context = Sims.open("mlx5")) {
            WorkQueue queue = workQueue(context, context.allocPd(), Sims.cq(context));

            queue.modify(WqAttr.builder().wqState(WqState.RDY).build());
            queue.modify(WqAttr.builder().wqState(WqState.ERR).build());
            assertRefused(
                    Errno.EINVAL,
                    () -> queue.modify(WqAttr.builder().wqState(WqState.RDY).build()));
            assertRefused(
                    Errno.EINVAL,
                    () -> queue.modify(WqAttr.builder()
                            .currWqState(WqState.RDY)
                            .wqState(WqState.RESET)
                            .build()));
            assertThat(queue.state()).isEqualTo(WqState.ERR);
            queue.modify(WqAttr.builder().wqState(WqState.RESET).build());
            assertThat(queue.state()).isEqualTo(WqState.RESET);
        }
    }

    @Test
    void softRoceHasNoWorkQueues() {
        try (DeviceContext context = Sims.open("rxe")) {
            ProtectionDomain pd = context.allocPd();
            CompletionQueue cq = Sims.cq(context);

            assertRefused(Errno.EOPNOTSUPP, () -> workQueue(context, pd, cq));
        }
    }

    private static WorkQueue workQueue(DeviceContext context, ProtectionDomain pd, CompletionQueue cq) {
        return context.createWq(
                WqInitAttr.builder().maxWr(100).maxSge(2).pd(pd).cq(cq).build());
    }

    private static QpInitAttr rss(ProtectionDomain pd, RwqIndTable table, RxHashField first, RxHashField second) {
        return QpInitAttr.builder()
                .qpType(QpType.RAW_PACKET)
                .pd(pd)
                .rwqIndTbl(table)
                .rxHashConf(RxHashConf.toeplitz(KEY, first, second))
                .build();
    }

    private static void assertRefused(Errno errno, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(errno));
    }
}
