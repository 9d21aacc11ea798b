// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.Completion;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.MemoryWindow;
import org.verbena.MwBind;
import org.verbena.MwBindInfo;
import org.verbena.QueuePairEx;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.CompletionFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/** Checks send builders and extended completion queues of the genuine libmlx5. */
@ParameterizedClass
@ValueSource(strings = {"ffm", "jna"})
class SendBuildersIT extends LoopbackFixture {
    @Test
    void builtWorkRequestsCompleteOnAnExtendedQueue() {
        CompletionQueueEx extended = context.createCqEx(CqInitAttr.builder()
                .cqe(64)
                .wcFlags(Flags.of(WcFlag.BYTE_LEN, WcFlag.IMM, WcFlag.QP_NUM, WcFlag.SRC_QP))
                .build());
        Pair pair = connect(rc().pd(pd)
                .sendCq(extended)
                .recvCq(extended)
                .maxInlineData(32)
                .sendOpsFlags(SendOp.SEND_WITH_IMM, SendOp.RDMA_WRITE, SendOp.ATOMIC_CMP_AND_SWP)
                .build());
        RecvBatch receive = context.newRecvBatch(1, 1);
        receive.add().wrId(9).sge(remote, 0, 64);
        pair.second().postRecv(receive);
        QueuePairEx builder = pair.first().toQpEx().orElseThrow();

        builder.wrStart();
        builder.wrId(1).wrFlags(Flags.none(SendFlag.class)).wrRdmaWrite(remote.rkey(), remote.address() + 4096);
        builder.wrSetInlineData(bytes("inline"));
        builder.wrId(2).wrFlags(Flags.of(SendFlag.SIGNALED));
        builder.wrAtomicCmpSwp(remote.rkey(), remote.address() + 8192, 0, 77).wrSetSge(local, 0, 8);
        builder.wrId(3).wrFlags(Flags.of(SendFlag.SIGNALED)).wrSendImm(0xCAFE).wrSetSge(local, 64, 16);
        builder.wrComplete();

        List<Long> completed = new ArrayList<>();
        await(() -> {
            if (!extended.startPoll()) {
                return false;
            }
            do {
                completed.add(extended.wrId());
                assertThat(extended.status()).isEqualTo(WcStatus.SUCCESS);
                if (extended.wrId() == 9) {
                    assertThat(extended.opcode()).isEqualTo(WcOpcode.RECV);
                    assertThat(extended.has(CompletionFlag.WITH_IMM)).isTrue();
                    assertThat(extended.immData()).isEqualTo(0xCAFE);
                    assertThat(extended.byteLen()).isEqualTo(16);
                    assertThat(extended.qpNum()).isEqualTo(pair.second().qpNum());
                }
            } while (extended.nextPoll());
            extended.endPoll();
            return completed.size() == 3;
        });
        assertThat(completed).containsExactlyInAnyOrder(2L, 3L, 9L);
        assertThat(text(remote.view(4096, 6))).isEqualTo("inline");
        assertThat(Long.reverseBytes(remote.view(8192, 8).getLong())).isEqualTo(77);
    }

    @Test
    void anOperationMissingInSendOpsFlagsIsRejected() {
        Pair pair = connect(rc().pd(pd).sendOpsFlags(SendOp.SEND).build());
        SendBatch batch = context.newSendBatch(2, 1, 0);
        batch.add().send().sge(local, 0, 8);
        batch.add().fetchAdd(remote.address(), remote.rkey(), 1).sge(local, 0, 8);

        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> pair.first().postSend(batch))
                .withMessageContaining("wr[1].opcode = ATOMIC_FETCH_AND_ADD, limit one of SEND");
    }

    /** A bind takes three blocks of the ring, and an entry for SEND has one. */
    @Test
    void bindMwIsRejectedIfSendOpsFlagsDoesNotContainIt() {
        Pair pair = connect(rc().pd(pd).sendOpsFlags(SendOp.SEND).build());
        MemoryWindow window = pd.allocMw(MwType.TYPE_1);
        MwBindInfo part = new MwBindInfo(remote, remote.address(), 8, Flags.of(AccessFlag.REMOTE_WRITE));

        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> window.bind(pair.first(), new MwBind(1, Flags.of(SendFlag.SIGNALED), part)))
                .withMessageContaining("ibv_bind_mw")
                .withMessageContaining("opcode = BIND_MW, limit one of SEND");
    }

    @Test
    void correctedListIsPostedWholeAfterARefusal() {
        Pair pair = connect(rc().pd(pd).sendOpsFlags(SendOp.RDMA_WRITE).build());
        SendBatch batch = context.newSendBatch(4, 1, 0);
        for (int i = 0; i < 4; i++) {
            batch.add()
                    .wrId(i)
                    .write(remote.address(), remote.rkey())
                    .sge(local, 0, 8)
                    .signaled();
        }
        batch.get(1).fetchAdd(remote.address(), remote.rkey(), 1);
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> pair.first().postSend(batch, 0, 2));

        batch.get(1).write(remote.address(), remote.rkey());
        pair.first().postSend(batch);

        assertThat(poll(4)).extracting(Completion::wrId).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void anAbortedListIsNotSent() {
        Pair pair = connect(rc().pd(pd).sendOpsFlags(SendOp.RDMA_WRITE).build());
        QueuePairEx builder = pair.first().toQpEx().orElseThrow();
        write(local, "no");

        builder.wrStart();
        builder.wrId(1).wrFlags(Flags.of(SendFlag.SIGNALED));
        builder.wrRdmaWrite(remote.rkey(), remote.address()).wrSetSge(local, 0, 2);
        builder.wrAbort();
        builder.wrStart();
        builder.wrId(2).wrFlags(Flags.of(SendFlag.SIGNALED));
        builder.wrRdmaWrite(remote.rkey(), remote.address() + 64).wrSetSge(local, 0, 2);
        builder.wrComplete();

        assertThat(poll(1)).extracting(Completion::wrId).containsExactly(2L);
        assertThat(remote.view(0, 2).getShort()).isZero();
    }

    /**
     * A post to a full queue fails with ENOMEM. libmlx5 would write through a pointer that no builder call has set yet.
     */
    @Test
    void aBuilderOnAFullQueueFailsWithEnomem() {
        Pair pair = connect(rc().pd(pd).sendOpsFlags(SendOp.RDMA_WRITE).build());
        int room = (int) pair.first().grantedCap().maxSendWr();
        SendBatch fill = context.newSendBatch(room, 1, 0);
        for (int i = 0; i < room; i++) {
            fill.add().write(remote.address(), remote.rkey()).sge(local, 0, 1).signaled();
        }
        pair.first().postSend(fill);
        QueuePairEx builder = pair.first().toQpEx().orElseThrow();

        builder.wrStart();
        builder.wrRdmaWrite(remote.rkey(), remote.address()).wrSetSge(local, 0, 1);

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(builder::wrComplete)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM));
        assertThat(poll(room)).extracting(Completion::status).containsOnly(WcStatus.SUCCESS);
    }

    @Test
    void aBuilderWithoutASendQueueIsRejected() {
        Pair pair =
                connect(rc().pd(pd).maxSendWr(0).sendOpsFlags(SendOp.RDMA_WRITE).build());
        QueuePairEx builder = pair.first().toQpEx().orElseThrow();

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(builder::wrStart)
                .withMessageContaining("max_send_wr");
    }

    /** Inline data without capacity is rejected. libmlx5 returns a capacity of -4 bytes and treats it as unlimited. */
    @Test
    void inlineDataWithoutCapacityIsRejected() {
        Pair pair = connect(rc().pd(pd)
                .maxSendSge(0)
                .sendOpsFlags(SendOp.RDMA_WRITE, SendOp.BIND_MW)
                .build());
        assertThat(pair.first().grantedCap().maxInlineData()).isEqualTo(0xFFFF_FFFCL);
        QueuePairEx builder = pair.first().toQpEx().orElseThrow();

        builder.wrStart();
        builder.wrRdmaWrite(remote.rkey(), remote.address());

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> builder.wrSetInlineData(ByteBuffer.allocate(4096)))
                .withMessageContaining("inline data");
        builder.wrAbort();
    }
}
