// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.Completion;
import org.verbena.MemoryWindow;
import org.verbena.MwBind;
import org.verbena.MwBindInfo;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.SendBatch;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcStatus;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/**
 * Checks binds of memory windows at each position of the send ring. The genuine libmlx5 writes the end of a bind behind
 * the ring instead of at its start ({@code set_bind_wr}). Verbena rejects binds at these positions, and each accepted
 * bind must succeed. The rings fill whole pages, so that no unused memory follows them.
 */
@ParameterizedClass
@ValueSource(strings = {"ffm", "jna"})
class RingEndIT extends LoopbackFixture {
    /** Gives a ring of 64 blocks, because an entry has 192 bytes. */
    private static final int MAX_SEND_WR = 20;

    private static final int BLOCKS = 64;
    private static final int LENGTH = 4096;

    /** Enough binds for several rounds of the ring at each distance from its end. */
    private static final int BINDS = 3 * BLOCKS;

    private MwBindInfo part;
    private int refused;

    @BeforeEach
    void choosePart() {
        part = new MwBindInfo(remote, remote.address(), LENGTH, Flags.of(AccessFlag.REMOTE_WRITE));
    }

    private QpInitAttr.Builder attr() {
        return rc().maxSendWr(MAX_SEND_WR).maxRecvWr(256);
    }

    @Test
    void postedBindsSucceed() {
        Pair pair = connect(attr().build());
        MemoryWindow window = pd.allocMw(MwType.TYPE_2);
        SendBatch batch = context.newSendBatch(4, 1, 0);

        for (int i = 0; i < BINDS; i++) {
            long rkey = MemoryWindow.nextRkey(window.rkey());
            bindOrPostAnother(pair.first(), () -> {
                batch.clear();
                batch.add().write(remote.address(), remote.rkey()).sge(local, 0, 8);
                batch.add().fetchAdd(remote.address(), remote.rkey(), 1).sge(local, 0, 8);
                batch.add().bindMw(window, rkey, part).signaled();
                pair.first().postSend(batch);
            });
            assertUsable(pair, rkey);
            batch.clear();
            batch.add().localInv(rkey).signaled();
            pair.first().postSend(batch);
            assertSuccess();
        }

        assertThat(refused).isBetween(1, BINDS / 4);
    }

    @Test
    void bindsOfBuildersSucceed() {
        Pair pair = connect(attr().pd(pd)
                .sendOpsFlags(SendOp.BIND_MW, SendOp.LOCAL_INV, SendOp.RDMA_WRITE, SendOp.ATOMIC_FETCH_AND_ADD)
                .build());
        QueuePairEx builder = pair.first().toQpEx().orElseThrow();
        MemoryWindow window = pd.allocMw(MwType.TYPE_2);

        for (int i = 0; i < BINDS; i++) {
            long rkey = MemoryWindow.nextRkey(window.rkey());
            bindOrPostAnother(pair.first(), () -> {
                builder.wrStart();
                try {
                    builder.wrFlags(Flags.none(SendFlag.class));
                    builder.wrRdmaWrite(remote.rkey(), remote.address()).wrSetSge(local, 0, 8);
                    builder.wrFlags(Flags.of(SendFlag.SIGNALED)).wrBindMw(window, rkey, part);
                } catch (VerbsException e) {
                    builder.wrAbort();
                    throw e;
                }
                builder.wrComplete();
            });
            assertUsable(pair, rkey);
            builder.wrStart();
            builder.wrFlags(Flags.of(SendFlag.SIGNALED)).wrLocalInv(rkey);
            builder.wrComplete();
            assertSuccess();
        }

        assertThat(refused).isBetween(1, BINDS / 4);
    }

    @Test
    void bindsOfTypeOneSucceed() {
        Pair pair = connect(attr().build());
        MemoryWindow window = pd.allocMw(MwType.TYPE_1);

        for (int i = 0; i < BINDS; i++) {
            bindOrPostAnother(
                    pair.first(), () -> window.bind(pair.first(), new MwBind(1, Flags.of(SendFlag.SIGNALED), part)));
            assertUsable(pair, window.rkey());
        }

        assertThat(refused).isBetween(1, BINDS / 4);
    }

    /** Binds. If the bind is rejected at this position, first posts a write. */
    private void bindOrPostAnother(QueuePair qp, Runnable bind) {
        try {
            bind.run();
        } catch (VerbsException e) {
            assertThat(e.errno()).isEqualTo(Errno.EAGAIN);
            assertThat(e.verb()).startsWith("ibv_");
            assertThat(e).hasMessageContaining("post another work request first");
            refused++;
            SendBatch filler = context.newSendBatch(1, 1, 0);
            filler.add().write(remote.address(), remote.rkey()).sge(local, 0, 8).signaled();
            qp.postSend(filler);
            assertSuccess();
            bindOrPostAnother(qp, bind);
        }
    }

    /** Checks that the last work request succeeded, and that the peer can write through the window. */
    private void assertUsable(Pair pair, long rkey) {
        assertSuccess();
        SendBatch write = context.newSendBatch(1, 1, 0);
        write.add().write(remote.address() + LENGTH - 8, rkey).sge(local, 0, 8).signaled();
        pair.second().postSend(write);
        assertSuccess();
    }

    private void assertSuccess() {
        List<Completion> completions = poll(1);
        assertThat(completions.get(0).status()).as("%s", completions).isEqualTo(WcStatus.SUCCESS);
    }
}
