// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.Completion;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MwBindInfo;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.CompletionFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;

/** Checks operations in which rdma_rxe differs from other drivers, with the profiles of both kernels. */
class SoftRoceTest {
    @ParameterizedTest
    @ValueSource(strings = {"rxe", "rxe-6.1"})
    void aReceivePostedInErrIsFlushedByTheNextChangeToErr(String profile) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = new End(context, QpType.RC);
            End.connect(one, new End(context, QpType.RC));
            one.qp.modify(QpAttr.builder().qpState(QpState.ERR).build());

            one.receive(5, 0, 8);

            assertThat(one.isQuiet()).isTrue();
            one.qp.modify(QpAttr.builder().qpState(QpState.ERR).build());
            assertThat(one.completion().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe", "rxe-6.1"})
    void aWindowKeyAllowsAccessToTheRegionUntilInvalidated(String profile) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = new End(context, QpType.RC);
            End other = new End(context, QpType.RC);
            End.connect(one, other);
            MemoryWindow window = other.pd.allocMw(MwType.TYPE_2);
            long key = MemoryWindow.nextRkey(window.rkey());
            MwBindInfo part = new MwBindInfo(other.mr, other.mr.iova() + 256, 64, Flags.of(AccessFlag.REMOTE_WRITE));
            other.post(wr -> wr.bindMw(window, key, part));
            assertThat(other.completion().isSuccess()).isTrue();

            one.write("wide").post(wr -> wr.write(other.mr.iova(), key).sge(one.mr, 0, 4));
            assertThat(one.completion().isSuccess()).isTrue();
            assertThat(other.read(0, 4)).isEqualTo("wide");

            other.receive(7, 0, 8);
            one.post(wr -> wr.sendInv(key).noData());
            assertThat(one.completion().isSuccess()).isTrue();
            Completion told = other.completion();
            assertThat(told.wcFlags()).isEqualTo(Flags.of(CompletionFlag.GRH, CompletionFlag.IP_CSUM_OK));
            one.post(wr -> wr.write(other.mr.iova(), key).sge(one.mr, 0, 4));
            assertThat(one.completion().status()).isEqualTo(WcStatus.REM_ACCESS_ERR);
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,WR_FLUSH_ERR,WR_FLUSH_ERR", "rxe-6.1,LOC_PROT_ERR,LOC_QP_OP_ERR"})
    void theStatusOfALocalAccessErrorDependsOnTheKernel(String profile, WcStatus beyond, WcStatus badKey) {
        try (DeviceContext context = Sims.open(profile)) {
            assertThat(statusOfSend(context, 4090, 0)).isEqualTo(beyond);
            assertThat(statusOfSend(context, 0, 0x100)).isEqualTo(badKey);
        }
    }

    private static WcStatus statusOfSend(DeviceContext context, long offset, long changeOfKey) {
        End one = new End(context, QpType.RC);
        End.connect(one, new End(context, QpType.RC));
        MemoryRegion from = one.mr;
        one.post(wr -> wr.send().sge(from.iova() + offset, 16, from.lkey() ^ changeOfKey << 16));
        return one.completion().status();
    }

    @ParameterizedTest
    @CsvSource({"rxe,SUCCESS,RTS", "rxe-6.1,SUCCESS,RTS", "irdma,REM_INV_REQ_ERR,ERR", "mlx5,,RTS"})
    void onRxeInvalidatingAnUnknownKeyFailsOnlyAtTheResponder(String profile, WcStatus status, QpState state) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = new End(context, QpType.RC);
            End other = new End(context, QpType.RC);
            End.connect(one, other);
            other.receive(7, 0, 8);

            one.post(wr -> wr.sendInv(0xFFFE00).noData());

            if (status == null) {
                // A ConnectX sends no answer.
                assertThat(one.isQuiet()).isTrue();
            } else {
                assertThat(one.completion().status()).isEqualTo(status);
            }
            assertThat(one.qp.query().attr().qpState()).isEqualTo(state);
            assertThat(other.completion().isSuccess()).isFalse();
            assertThat(other.qp.query().attr().qpState()).isEqualTo(QpState.ERR);
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,WR_FLUSH_ERR", "rxe-6.1,SUCCESS"})
    void anOldKernelBindsRegionsOfOtherDomains(String profile, WcStatus status) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = new End(context, QpType.RC);
            End other = new End(context, QpType.RC);
            End.connect(one, other);
            MemoryWindow window = one.pd.allocMw(MwType.TYPE_2);
            MwBindInfo foreign = new MwBindInfo(other.mr, other.mr.iova(), 64, Flags.of(AccessFlag.REMOTE_READ));

            one.post(wr -> wr.bindMw(window, MemoryWindow.nextRkey(window.rkey()), foreign));

            assertThat(one.completion().status()).isEqualTo(status);
        }
    }
}
