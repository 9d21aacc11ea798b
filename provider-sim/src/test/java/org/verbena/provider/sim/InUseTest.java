// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.VerbsObject;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.QpType;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/** Checks that no object is destroyed before the objects that use it. */
class InUseTest {
    private static final Gid GROUP = Gid.parse("ff0e:0000:0000:0000:0000:0000:0000:0001");

    @Test
    void aQueuePairKeepsItsQueuesAndDomainInUse() {
        try (DeviceContext context = Sims.open("mlx5")) {
            ProtectionDomain pd = context.allocPd();
            CompletionQueue cq = Sims.cq(context);
            SharedReceiveQueue srq =
                    pd.createSrq(SrqInitAttr.builder().maxWr(16).maxSge(1).build());
            QueuePair qp = pd.createQp(Sims.qp(QpType.RC, cq).srq(srq).build());

            assertBusy("ibv_destroy_cq", cq);
            assertBusy("ibv_destroy_srq", srq);
            assertBusy("ibv_dealloc_pd", pd);
            cq.resize(1000);
            assertThat(cq.grantedCqe()).as("still usable").isEqualTo(1023);

            qp.close();
            cq.close();
            srq.close();
            pd.close();
        }
    }

    @Test
    void regionsHoldTheirDomain() {
        try (DeviceContext context = Sims.open("rxe")) {
            ProtectionDomain pd = context.allocPd();
            MemoryRegion mr = pd.regMr(ByteBuffer.allocateDirect(100), Flags.of(AccessFlag.LOCAL_WRITE));

            assertThat(mr.length()).isEqualTo(100);
            assertBusy("ibv_dealloc_pd", pd);
            mr.close();
            pd.close();
        }
    }

    @Test
    void queuesHoldTheirChannel() {
        try (DeviceContext context = Sims.open("rxe")) {
            CompletionChannel channel = context.createCompChannel();
            CompletionQueue cq = context.createCq(
                    CqInitAttr.builder().cqe(1).channel(channel).build());

            assertBusy("ibv_destroy_comp_channel", channel);
            cq.close();
            channel.close();
        }
    }

    @Test
    void aQueuePairInAMulticastGroupIsBusy() {
        try (DeviceContext context = Sims.open("rxe")) {
            QueuePair qp = context.allocPd()
                    .createQp(Sims.qp(QpType.UD, Sims.cq(context)).build());
            qp.attachMcast(GROUP, 0);
            qp.attachMcast(GROUP, 0);

            assertBusy("ibv_destroy_qp", qp);
            qp.detachMcast(GROUP, 0);
            assertThatThrownBy(() -> qp.detachMcast(GROUP, 0))
                    .isInstanceOfSatisfying(
                            VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
            qp.close();
        }
    }

    @Test
    void onlyUdQueuePairsJoinMulticastGroups() {
        try (DeviceContext context = Sims.open("rxe")) {
            QueuePair qp = context.allocPd()
                    .createQp(Sims.qp(QpType.RC, Sims.cq(context)).build());

            assertThatThrownBy(() -> qp.attachMcast(GROUP, 0)).hasMessageContaining("qp_type");
        }
    }

    @Test
    void aGroupHasOneLid() {
        try (DeviceContext context = Sims.open("mlx5")) {
            QueuePair qp = context.allocPd()
                    .createQp(Sims.qp(QpType.UD, Sims.cq(context)).build());
            qp.attachMcast(GROUP, 0xC001);

            assertThatThrownBy(() -> qp.attachMcast(GROUP, 0xC002))
                    .hasMessageContainingAll("lid", "49154", "49153", "a multicast group has one");
            qp.detachMcast(GROUP, 0xC001);
            qp.attachMcast(GROUP, 0xC002);
        }
    }

    private static void assertBusy(String verb, VerbsObject object) {
        assertThatThrownBy(object::close).isInstanceOfSatisfying(VerbsException.class, e -> {
            assertThat(e.verb()).isEqualTo(verb);
            assertThat(e.errno()).isEqualTo(Errno.EBUSY);
            assertThat(e.diagnosis().isUnknown()).isFalse();
        });
        assertThat(object.isClosed()).isFalse();
    }
}
