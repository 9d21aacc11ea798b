// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.core.model.drivers.DriverModelTest.model;
import static org.verbena.core.model.drivers.DriverModelTest.refusal;
import static org.verbena.core.model.drivers.QpRequests.plain;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.QpInitAttr;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.error.Errno;
import org.verbena.error.Violation;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.SrqChange;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;

class HnsModelTest {
    private static final QpCap SMALL = new QpCap(16, 16, 1, 1, 0);

    @ParameterizedTest
    @CsvSource({"hns, 2048, 1024", "hns-hip08, 2048, 32", "hns, 1000, 1024", "hns-hip08, 17, 32", "hns-hip08, 0, 0"})
    void tooMuchInlineDataIsCutOffAndNeverRefused(String name, long asked, long granted) {
        assertThat(granted(name, QpType.RC, SMALL.withMaxInlineData(asked)).maxInlineData())
                .isEqualTo(granted);
    }

    @ParameterizedTest
    @CsvSource({"RC, 1, 32", "RC, 2, 32", "RC, 5, 64", "RC, 24, 512", "UD, 0, 16", "UD, 1, 16", "UD, 5, 128"})
    void theRoomOfGatherElementsIsGrantedAsInlineData(QpType type, long sge, long inlineData) {
        assertThat(granted("hns", type, SMALL.withMaxSendSge(sge)).maxInlineData())
                .isEqualTo(inlineData);
    }

    @Test
    void aQueryReportsAllGatherElementsThatThereIsRoomFor() {
        QpGrant grant = model("hns")
                .createQp(plain(QpType.RC, SMALL.withMaxSendSge(5), Optional.empty()))
                .orElseThrow("ibv_create_qp", "hns");

        assertThat(grant.granted()).isEqualTo(new QpCap(64, 64, 5, 1, 64));
        assertThat(grant.queried()).isEqualTo(new QpCap(64, 64, 6, 1, 64));
    }

    @ParameterizedTest
    @CsvSource({"hns, 3, 4", "hns, 64, 64", "hns-hip08, 1, 1", "hns-hip08, 4, 7", "hns-hip08, 64, 127"})
    void hip08KeepsOneScatterElementForItself(String name, long sge, long granted) {
        assertThat(granted(name, QpType.RC, SMALL.withMaxRecvSge(sge)).maxRecvSge())
                .isEqualTo(granted);
    }

    @Test
    void receiveCapsWithAnSrqAreCheckedButGrantedAsZero() {
        DriverModel hns = model("hns");

        Verdict<QpGrant> granted = hns.createQp(plain(QpType.RC, SMALL, Optional.of(SrqType.BASIC)));
        Verdict<QpGrant> refused =
                hns.createQp(plain(QpType.RC, SMALL.withMaxRecvWr(32769), Optional.of(SrqType.BASIC)));

        assertThat(granted.orElseThrow("ibv_create_qp", "hns").granted()).isEqualTo(new QpCap(64, 0, 1, 0, 32));
        assertThat(refusal(refused).violations())
                .extracting(Violation::attribute)
                .containsExactly("max_recv_wr");
    }

    @Test
    void aRingThatIsRoundedBeyondTheLimitIsRefused() {
        DriverModel hns = model("hns");
        DriverModel odd = hns.withLimits(hns.limits().with("max_qp_wr", 1000));

        Verdict<QpGrant> verdict = odd.createQp(plain(QpType.RC, SMALL.withMaxSendWr(600), Optional.empty()));

        assertThat(refusal(verdict).violations())
                .singleElement()
                .extracting(Violation::requested, Violation::limit)
                .containsExactly("600", "1000");
    }

    @Test
    void hip08RejectsUdQueuePairsAndAddressHandles() {
        AhAttr peer = AhAttr.global(GlobalRoute.to(Gid.parse("fe80:0000:0000:0000:0000:0000:0000:0001"), 0), 1);
        DriverModel hip08 = model("hns-hip08");

        assertThat(refusal(hip08.createQp(plain(QpType.UD, SMALL, Optional.empty())))
                        .errno())
                .isEqualTo(Errno.EINVAL);
        assertThat(refusal(hip08.createAh(peer, 1)).errno()).isEqualTo(Errno.EINVAL);
        assertThat(model("hns").createAh(peer, 1)).isEqualTo(new Verdict.Granted<>(peer));
    }

    @ParameterizedTest
    @CsvSource({"1, 63", "64, 63", "65, 127", "128, 127", "4194304, 4194303"})
    void aCompletionQueueMayHoldOneLessThanAskedFor(int cqe, int granted) {
        assertThat(model("hns").createCq(CqRequest.plain(cqe, 0))).isEqualTo(new Verdict.Granted<>(granted));
    }

    @Test
    void createSrqIgnoresTheLimitAndResizeIsNotSupported() {
        DriverModel hip08 = model("hns-hip08");
        SrqGrant srq =
                hip08.createSrq(SrqRequest.plain(new SrqAttr(100, 64, 10))).orElseThrow("ibv_create_srq", "hns");

        assertThat(srq.granted()).isEqualTo(new SrqAttr(128, 64, 0));
        assertThat(srq.queried()).isEqualTo(new SrqAttr(128, 127, 0));
        assertThat(refusal(hip08.modifySrq(new SrqChange(srq.queried(), srq.queried(), Flags.of(SrqAttr.Mask.MAX_WR))))
                        .errno())
                .isEqualTo(Errno.EOPNOTSUPP);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hns", "hns-hip08"})
    void changesToSqdAreRejected(String name) {
        QpAttr now = QpAttr.builder().qpState(QpState.RTS).build();
        QpChange drain = new QpChange(
                QpType.RC.value(),
                false,
                now,
                QpAttr.builder().qpState(QpState.SQD).build());

        assertThat(refusal(model(name).modifyQp(drain)).violations())
                .singleElement()
                .extracting(Violation::source)
                .isEqualTo("Linux drivers/infiniband/hw/hns/hns_roce_hw_v2.c: check_qp_state");
    }

    @Test
    void hip08HasOneRnrTimerAndForgetsLongTimeouts() {
        QpAttr inRtr = QpAttr.builder().qpState(QpState.RTR).timeout(14).build();
        QpAttr wanted = QpAttr.builder()
                .qpState(QpState.RTS)
                .timeout(21)
                .retryCnt(7)
                .rnrRetry(7)
                .sqPsn(1)
                .maxRdAtomic(3)
                .minRnrTimer(12)
                .build();
        QpChange change = new QpChange(QpType.RC.value(), false, inRtr, wanted);

        QpAttr hip08 = model("hns-hip08").modifyQp(change).orElseThrow("ibv_modify_qp", "hns-hip08");
        QpAttr hip09 = model("hns").modifyQp(change).orElseThrow("ibv_modify_qp", "hns");

        assertThat(List.of(hip08.timeout(), hip08.minRnrTimer())).containsExactly(14, 1);
        assertThat(List.of(hip09.timeout(), hip09.minRnrTimer())).containsExactly(21, 12);
    }

    /** fill_send_wr_ops rejects the operations that the driver does not support for the type. */
    @ParameterizedTest
    @CsvSource({"RC, RDMA_READ, true", "UD, SEND, true", "UD, RDMA_READ, false", "RC, TSO, false"})
    void buildersAreThoseOfTheType(QpType type, SendOp operation, boolean granted) {
        QpRequest request = QpRequests.extended(
                type,
                SMALL,
                Flags.of(QpInitAttr.Mask.PD, QpInitAttr.Mask.SEND_OPS_FLAGS),
                Flags.none(QpCreateFlag.class),
                Flags.of(operation));

        assertThat(model("hns").createQp(request) instanceof Verdict.Granted).isEqualTo(granted);
    }

    @Test
    void receivesAreRoundedBeyondTheLimitTooAndRefused() {
        DriverModel hns = model("hns");
        DriverModel odd = hns.withLimits(hns.limits().with("max_qp_wr", 1000));

        assertThat(refusal(odd.createQp(plain(QpType.RC, SMALL.withMaxRecvWr(600), Optional.empty())))
                        .violations())
                .extracting(Violation::attribute)
                .containsExactly("max_recv_wr");
        assertThat(odd.createQp(plain(QpType.RC, SMALL.withMaxRecvWr(512), Optional.empty())))
                .isInstanceOf(Verdict.Granted.class);
    }

    /** The maximum timeout of HIP08 is 20 (check_qp_timeout_cfg_range). */
    @Test
    void hip08KeepsATimeoutOf20() {
        QpAttr kept = model("hns-hip08")
                .modifyQp(QpChanges.step(QpChanges.toRts().timeout(20)))
                .orElseThrow("ibv_modify_qp", "hns-hip08");

        assertThat(kept.timeout()).isEqualTo(20);
    }

    private static QpCap granted(String name, QpType type, QpCap cap) {
        return model(name)
                .createQp(plain(type, cap, Optional.empty()))
                .orElseThrow("ibv_create_qp", name)
                .granted();
    }
}
