// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.Completion;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MrReregAttr;
import org.verbena.MwBind;
import org.verbena.MwBindInfo;
import org.verbena.SendBatch;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.WcStatus;

/** Checks memory regions and memory windows of the genuine libmlx5. */
@ParameterizedClass
@ValueSource(strings = {"ffm", "jna"})
class MemoryRegionsIT extends LoopbackFixture {
    @Test
    void aZeroBasedRegionIsAddressedFromZero() {
        Pair pair = connect(rc().build());
        MemoryRegion zeroBased = pd.allocMr(SIZE, ALL.with(AccessFlag.ZERO_BASED));
        write(local, "zero");
        SendBatch send = context.newSendBatch(1, 1, 0);
        send.add().write(4096, zeroBased.rkey()).sge(local, 0, 4).signaled();

        pair.first().postSend(send);

        assertThat(poll(1)).extracting(Completion::status).containsExactly(WcStatus.SUCCESS);
        assertThat(text(zeroBased.view(4096, 4))).isEqualTo("zero");
    }

    @Test
    void aRegionCanHaveAChosenIova() {
        Pair pair = connect(rc().build());
        ByteBuffer memory =
                ByteBuffer.allocateDirect(3 * 4096).alignedSlice(4096).limit(4096);
        long iova = 0x1234_5678_9000L;
        MemoryRegion region = pd.regMrIova(memory, iova, ALL);
        write(local, "iova");
        SendBatch send = context.newSendBatch(1, 1, 0);
        send.add().write(iova + 8, region.rkey()).sge(local, 0, 4).signaled();

        pair.first().postSend(send);

        assertThat(poll(1)).extracting(Completion::status).containsExactly(WcStatus.SUCCESS);
        assertThat(text(memory.slice(8, 4))).isEqualTo("iova");
    }

    @Test
    void reregistrationReplacesTheMemoryOfARegion() {
        Pair pair = connect(rc().build());
        ByteBuffer other = ByteBuffer.allocateDirect(4096);
        remote.rereg(MrReregAttr.builder().memory(other).build());
        write(local, "moved");
        SendBatch send = context.newSendBatch(1, 1, 0);
        send.add().write(remote.address(), remote.rkey()).sge(local, 0, 5).signaled();

        pair.first().postSend(send);

        assertThat(poll(1)).extracting(Completion::status).containsExactly(WcStatus.SUCCESS);
        assertThat(text(other.limit(5))).isEqualTo("moved");
    }

    @Test
    void aWindowOpensAPartOfARegion() {
        Pair pair = connect(rc().build());
        MemoryWindow window = pd.allocMw(MwType.TYPE_2);
        long rkey = MemoryWindow.nextRkey(window.rkey());
        SendBatch bind = context.newSendBatch(1, 1, 0);
        bind.add().bindMw(window, rkey, opening()).signaled();
        pair.second().postSend(bind);
        assertThat(poll(1)).extracting(Completion::status).containsExactly(WcStatus.SUCCESS);
        write(local, "window");
        SendBatch send = context.newSendBatch(1, 1, 0);
        send.add().write(remote.address() + 128, rkey).sge(local, 0, 6).signaled();

        pair.first().postSend(send);

        assertThat(poll(1)).extracting(Completion::status).containsExactly(WcStatus.SUCCESS);
        assertThat(text(remote.view(128, 6))).isEqualTo("window");
    }

    @Test
    void aWindowOfType1IsBoundByIbvBindMw() {
        Pair pair = connect(rc().build());
        MemoryWindow window = pd.allocMw(MwType.TYPE_1);
        long before = window.rkey();

        window.bind(pair.second(), new MwBind(7, Flags.of(SendFlag.SIGNALED), opening()));

        assertThat(poll(1))
                .singleElement()
                .satisfies(completion -> assertThat(completion.status()).isEqualTo(WcStatus.SUCCESS))
                .satisfies(completion -> assertThat(completion.wrId()).isEqualTo(7));
        assertThat(window.rkey()).isEqualTo(MemoryWindow.nextRkey(before));
    }

    private MwBindInfo opening() {
        return new MwBindInfo(remote, remote.address(), 4096, Flags.of(AccessFlag.REMOTE_WRITE));
    }
}
