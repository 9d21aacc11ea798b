// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.verbena.core.model.drivers.DriverModelTest.model;
import static org.verbena.core.model.drivers.DriverModelTest.refusal;
import static org.verbena.core.model.drivers.QpRequests.plain;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SrqType;
import org.verbena.error.Errno;
import org.verbena.error.Violation;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpQueryRequest;
import org.verbena.spi.model.QueriedDevice;
import org.verbena.spi.model.Verdict;

class EfaModelTest {
    private static final QpCap SMALL = new QpCap(16, 16, 1, 1, 0);

    private final DriverModel efa = model("efa");

    @ParameterizedTest
    @CsvSource({"100, 1, 128", "100, 2, 128", "100, 3, 170", "0, 1, 1", "0, 3, 0"})
    void theReceiveRingIsRoundedInElementsAndGrantedInWorkRequests(long wr, long sge, long granted) {
        Verdict<QpGrant> verdict = create(SMALL.withMaxRecvWr(wr).withMaxRecvSge(sge));

        assertThat(verdict.orElseThrow("ibv_create_qp", "efa").granted().maxRecvWr())
                .isEqualTo(granted);
    }

    @Test
    void receivesWithoutElementsAreRefusedWhereTheLibraryCrashes() {
        assertThat(refusal(create(SMALL.withMaxRecvSge(0))).violations())
                .extracting(Violation::attribute, Violation::requested, Violation::limit)
                .containsExactly(tuple("max_recv_sge", "0", "at least 1"));
    }

    @Test
    void manyElementsLeaveRoomForFewerReceives() {
        assertThat(refusal(create(SMALL.withMaxRecvWr(10923).withMaxRecvSge(3))).violations())
                .extracting(Violation::attribute, Violation::limit)
                .containsExactly(tuple("max_recv_wr", "10922"));
    }

    @Test
    void longInlineDataHalvesTheSendQueue() {
        DriverModel newer = efa.withLimits(efa.limits().with("inline_buf_size_ex", 80));
        QpCap full = SMALL.withMaxSendWr(4096);

        assertThat(newer.createQp(plain(QpType.UD, full.withMaxInlineData(32), Optional.empty())))
                .isInstanceOf(Verdict.Granted.class);
        assertThat(refusal(newer.createQp(plain(QpType.UD, full.withMaxInlineData(33), Optional.empty())))
                        .violations())
                .extracting(Violation::attribute, Violation::limit, Violation::rule)
                .containsExactly(tuple("max_send_wr", "2048", "entries of 128 bytes share 262144 bytes of the device"));
    }

    @Test
    void aQueryOfTheDeviceTellsTheLimitsOfTheSendQueue() {
        DriverModel smaller =
                efa.withLimits(efa.limits().with("max_qp_wr", 1024).with("max_sge", 1));

        DriverModel fitted = efa.fitted(new QueriedDevice(smaller.deviceAttrEx(1), smaller.portAttr(), 8));

        assertThat(refusal(fitted.createQp(plain(QpType.UD, SMALL.withMaxSendSge(2), Optional.empty())))
                        .violations())
                .extracting(Violation::attribute, Violation::limit)
                .containsExactly(tuple("max_send_sge", "1"));
        assertThat(fitted.limits().get("max_sq_wr")).isEqualTo(1024);
    }

    @ParameterizedTest
    @EnumSource(names = "UD", mode = EnumSource.Mode.EXCLUDE)
    void onlyUdQueuePairsAreSupported(QpType type) {
        assertThat(refusal(efa.createQp(plain(type, SMALL, Optional.empty()))).errno())
                .isEqualTo(Errno.EOPNOTSUPP);
    }

    @Test
    void thereAreNoSharedReceiveQueues() {
        assertThat(refusal(efa.createQp(plain(QpType.UD, SMALL, Optional.of(SrqType.BASIC))))
                        .errno())
                .isEqualTo(Errno.EINVAL);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "100, 128", "32768, 32768"})
    void completionQueuesArePowersOfTwoAndNeverEmpty(int cqe, int granted) {
        assertThat(efa.createCq(CqRequest.plain(cqe, 0))).isEqualTo(new Verdict.Granted<>(granted));
    }

    @Test
    void anUnsupportedAttributeIsReportedBeforeTheStateCheck() {
        QpAttr now = QpAttr.builder().qpState(QpState.INIT).build();
        QpAttr wanted = QpAttr.builder().qpState(QpState.RTR).minRnrTimer(12).build();

        Verdict<QpAttr> verdict = efa.modifyQp(new QpChange(QpType.UD.value(), false, now, wanted));

        assertThat(refusal(verdict).errno()).isEqualTo(Errno.EOPNOTSUPP);
        assertThat(refusal(verdict).violations())
                .extracting(Violation::source)
                .containsExactly(
                        "Linux drivers/infiniband/hw/efa/efa_verbs.c: efa_modify_qp_validate",
                        "Linux drivers/infiniband/core/verbs.c: ib_modify_qp_is_ok");
    }

    @Test
    void aQueryOfEverythingIsNotSupported() {
        QpAttr now = QpAttr.builder().qpState(QpState.RTS).qkey(7).build();
        QpQueryRequest some =
                new QpQueryRequest(QpType.UD.value(), false, now, Flags.of(QpAttr.Mask.STATE, QpAttr.Mask.QKEY));
        QpQueryRequest everything =
                new QpQueryRequest(QpType.UD.value(), false, now, some.wanted().with(QpAttr.Mask.AV));

        QpAttr reported = efa.queryQp(some).orElseThrow("ibv_query_qp", "efa");

        assertThat(reported.qpState()).isEqualTo(QpState.RTS);
        assertThat(reported.qkey()).isEqualTo(7);
        assertThat(refusal(efa.queryQp(everything)).errno()).isEqualTo(Errno.EOPNOTSUPP);
    }

    @ParameterizedTest
    @ValueSource(strings = {"REMOTE_ATOMIC", "MW_BIND", "ZERO_BASED"})
    void regMrSupportsOnlyReadAndWriteAccess(AccessFlag flag) {
        MrRequest request = new MrRequest(1 << 20, 4096, Flags.of(AccessFlag.LOCAL_WRITE, flag));

        assertThat(refusal(efa.regMr(request)).errno()).isEqualTo(Errno.EOPNOTSUPP);
    }

    private Verdict<QpGrant> create(QpCap cap) {
        return efa.createQp(plain(QpType.UD, cap, Optional.empty()));
    }

    /** efa_modify_qp_validate rejects other ports and partition keys with EOPNOTSUPP, not with EINVAL. */
    @Test
    void aQueuePairHasOnePortAndOneKey() {
        DriverModel efa = model("efa");
        DriverModel twoPorts = efa.withLimits(efa.limits().with("phys_port_cnt", 2));
        QpAttr now = QpChanges.in(QpState.RESET);

        assertThat(efa.modifyQp(QpChanges.change(QpType.UD, now, init(1, 0)))
                        .orElseThrow("ibv_modify_qp", "efa")
                        .qpState())
                .isEqualTo(QpState.INIT);
        assertThat(refusal(twoPorts.modifyQp(QpChanges.change(QpType.UD, now, init(2, 0))))
                        .errno())
                .isEqualTo(Errno.EOPNOTSUPP);
        assertThat(refusal(efa.modifyQp(QpChanges.change(QpType.UD, now, init(1, 1))))
                        .errno())
                .isEqualTo(Errno.EOPNOTSUPP);
    }

    private static QpAttr init(int port, int pkeyIndex) {
        return QpAttr.builder()
                .qpState(QpState.INIT)
                .portNum(port)
                .pkeyIndex(pkeyIndex)
                .qkey(1)
                .build();
    }

    /** efa_qp_validate_cap rounds the ring up before it checks the limit of the device. */
    @Test
    void aRingThatIsRoundedBeyondTheLimitIsRefused() {
        DriverModel usual = model("efa");
        DriverModel odd = usual.withLimits(usual.limits().with("max_sq_wr", 100).with("max_rq_wr", 100));

        assertThat(odd.createQp(plain(QpType.UD, new QpCap(64, 64, 1, 1, 0), Optional.empty())))
                .isInstanceOf(Verdict.Granted.class);
        assertThat(refusal(odd.createQp(plain(QpType.UD, new QpCap(65, 65, 1, 1, 0), Optional.empty())))
                        .violations())
                .extracting(Violation::attribute)
                .containsExactly("max_send_wr", "max_recv_wr");
    }
}
