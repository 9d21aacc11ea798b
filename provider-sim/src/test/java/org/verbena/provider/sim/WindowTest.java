// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.verbena.Completion;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MrReregAttr;
import org.verbena.MwBind;
import org.verbena.MwBindInfo;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.CompletionFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;
import org.verbena.error.VerbsException;

/** Checks memory windows, and changes of memory regions. */
class WindowTest {
    private final DeviceContext context = Sims.open("mlx5");
    private final End one = new End(context, QpType.RC);
    private final End other = new End(context, QpType.RC);

    @AfterEach
    void close() {
        context.close();
    }

    private static MwBindInfo part(End of, AccessFlag access) {
        return new MwBindInfo(of.mr, of.mr.iova() + 256, 64, Flags.of(access));
    }

    @Test
    void aWindowShowsPartOfARegion() {
        End.connect(one, other);
        MemoryWindow window = other.pd.allocMw(MwType.TYPE_1);
        long before = window.rkey();
        window.bind(other.qp, new MwBind(4, Flags.of(SendFlag.SIGNALED), part(other, AccessFlag.REMOTE_WRITE)));
        assertThat(other.completion().opcode()).isEqualTo(WcOpcode.BIND_MW);
        assertThat(window.rkey()).isNotEqualTo(before);

        one.write("seen")
                .post(wr -> wr.write(other.mr.iova() + 300, window.rkey()).sge(one.mr, 0, 4));
        assertThat(one.completion().isSuccess()).isTrue();
        assertThat(other.read(300, 4)).isEqualTo("seen");
        assertThatThrownBy(other.mr::close).isInstanceOf(VerbsException.class).hasMessageContaining("windows");

        one.post(wr -> wr.write(other.mr.iova() + 318, window.rkey()).sge(one.mr, 0, 4));
        assertThat(one.completion().status()).isEqualTo(WcStatus.REM_ACCESS_ERR);
    }

    @Test
    void aPeerInvalidatesAType2Window() {
        End.connect(one, other);
        MemoryWindow window = other.pd.allocMw(MwType.TYPE_2);
        long key = MemoryWindow.nextRkey(window.rkey());
        other.post(wr -> wr.bindMw(window, key, part(other, AccessFlag.REMOTE_READ)));
        assertThat(other.completion().isSuccess()).isTrue();
        one.post(wr -> wr.read(other.mr.iova() + 256, key).sge(one.mr, 0, 8));
        assertThat(one.completion().isSuccess()).isTrue();

        other.receive(7, 0, 8);
        one.post(wr -> wr.sendInv(key).noData());
        assertThat(one.completion().isSuccess()).isTrue();
        Completion told = other.completion();
        assertThat(told.wcFlags().contains(CompletionFlag.WITH_INV)).isTrue();
        one.post(wr -> wr.read(other.mr.iova() + 256, key).sge(one.mr, 0, 8));
        assertThat(one.completion().status()).isEqualTo(WcStatus.REM_ACCESS_ERR);
    }

    @Test
    void aBindThatComesAfterTheCloseOfItsWindowFails() {
        assertFails((window, region) -> window.close());
    }

    @Test
    void aBindThatComesAfterTheCloseOfItsRegionFails() {
        assertFails((window, region) -> region.close());
    }

    /** Checks that a bind fails if its window or region is closed while the bind waits in the send queue. */
    private static void assertFails(BiConsumer<MemoryWindow, MemoryRegion> closing) {
        try (DeviceContext draining = Sims.open("rxe")) {
            End owner = new End(draining, QpType.RC);
            End.connect(owner, new End(draining, QpType.RC));
            MemoryWindow window = owner.pd.allocMw(MwType.TYPE_2);
            long key = MemoryWindow.nextRkey(window.rkey());
            owner.qp.modify(QpAttr.builder().qpState(QpState.SQD).build());
            owner.post(wr -> wr.bindMw(window, key, part(owner, AccessFlag.REMOTE_READ)));

            closing.accept(window, owner.mr);
            owner.qp.modify(QpAttr.builder().qpState(QpState.RTS).build());
            owner.post(wr -> wr.send().noData());

            assertThat(owner.completion().isSuccess()).isFalse();
            owner.mr.close();
        }
    }

    @Test
    void aRegionReregisteredAsReadOnlyRejectsWrites() {
        End.connect(one, other);
        other.mr.rereg(
                MrReregAttr.builder().access(Flags.of(AccessFlag.REMOTE_READ)).build());
        one.post(wr -> wr.read(other.mr.iova(), other.mr.rkey()).sge(one.mr, 0, 8));
        assertThat(one.completion().isSuccess()).isTrue();
        one.post(wr -> wr.write(other.mr.iova(), other.mr.rkey()).sge(one.mr, 0, 8));
        assertThat(one.completion().status()).isEqualTo(WcStatus.REM_ACCESS_ERR);
    }
}
