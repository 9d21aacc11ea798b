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
import org.verbena.QpInitAttr;
import org.verbena.attr.Flags;
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
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.SrqChange;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;

class BnxtReModelTest {
    private static final QpCap SMALL = new QpCap(16, 16, 1, 1, 0);

    @ParameterizedTest
    @CsvSource({
        "bnxt_re, 1, 4",
        "bnxt_re, 100, 256",
        "bnxt_re, 524287, 1048576",
        "bnxt_re, 1048575, 1048576",
        "bnxt_re-variable, 100, 201",
        "bnxt_re-variable, 1048575, 1048576"
    })
    void aCompletionQueueIsDoubledAndMayExceedTheLimitByOne(String name, int asked, int granted) {
        assertThat(model(name).createCq(CqRequest.plain(asked, 0))).isEqualTo(new Verdict.Granted<>(granted));
        assertThat(model(name).deviceAttr(1).maxCqe()).isEqualTo(1_048_575);
    }

    @Test
    void aResizeToTheSameRingFailsWithEnomem() {
        assertThat(refusal(model("bnxt_re").resizeCq(256, 90)).errno()).isEqualTo(Errno.ENOMEM);
        assertThat(model("bnxt_re").resizeCq(256, 50)).isEqualTo(new Verdict.Granted<>(128));
    }

    @Test
    void receiveCapsWithAnSrqAreGrantedButQueriedAsZero() {
        QpGrant grant = createWithSrq(SMALL).orElseThrow("ibv_create_qp", "bnxt_re");

        assertThat(grant.granted()).isEqualTo(SMALL);
        assertThat(grant.queried()).isEqualTo(new QpCap(256, 0, 6, 0, 0));
    }

    @Test
    void receiveCapabilitiesAreCheckedBesideAnSrq() {
        assertThat(refusal(createWithSrq(new QpCap(16, 65408, 1, 7, 0))).violations())
                .extracting(Violation::attribute)
                .containsExactly("max_recv_sge", "max_recv_wr");
    }

    @ParameterizedTest
    @CsvSource({"bnxt_re, 0, 0", "bnxt_re, 1, 96", "bnxt_re-variable, 1, 1", "bnxt_re-variable, 208, 208"})
    void entriesOfOneSizeHaveAllTheirRoomForInlineData(String name, long asked, long granted) {
        assertThat(create(name, QpType.RC, SMALL.withMaxInlineData(asked))
                        .orElseThrow("ibv_create_qp", name)
                        .granted())
                .isEqualTo(SMALL.withMaxInlineData(granted));
    }

    @Test
    void aQueryReportsTheRings() {
        QpCap cap = new QpCap(100, 100, 2, 2, 0);

        assertThat(queried("bnxt_re", cap)).isEqualTo(new QpCap(256, 128, 6, 2, 0));
        // 229 entries of a header and two elements take 916 units, which are rounded up to a multiple of 256.
        assertThat(queried("bnxt_re-variable", cap)).isEqualTo(new QpCap(1024, 101, 2, 2, 0));
    }

    @ParameterizedTest
    @EnumSource(
            value = QpType.class,
            names = {"UC", "XRC_SEND", "XRC_RECV", "DRIVER"})
    void aTypeThatTheLibraryLacksIsInvalidAndNotUnsupported(QpType type) {
        assertThat(refusal(create("bnxt_re", type, SMALL)).errno()).isEqualTo(Errno.EINVAL);
        assertThat(refusal(create("bnxt_re", QpType.RAW_PACKET, SMALL)).errno()).isEqualTo(Errno.EOPNOTSUPP);
    }

    @Test
    void everySendOpIsGrantedButOnlySomeHaveBuilders() {
        Flags<QpInitAttr.Mask> ops = Flags.of(QpInitAttr.Mask.PD, QpInitAttr.Mask.SEND_OPS_FLAGS);
        Flags<QpInitAttr.Mask> flags = Flags.of(QpInitAttr.Mask.PD, QpInitAttr.Mask.CREATE_FLAGS);

        assertThat(extended(ops).orElseThrow("ibv_create_qp_ex", "bnxt_re").builders())
                .hasValueSatisfying(builders -> assertThat(builders.known())
                        .contains(SendOp.SEND, SendOp.RDMA_READ)
                        .doesNotContain(SendOp.SEND_WITH_INV, SendOp.LOCAL_INV, SendOp.ATOMIC_WRITE));
        assertThat(refusal(extended(flags)).errno()).isEqualTo(Errno.EINVAL);
    }

    @Test
    void anSrqReservesOneEntryAndMaxSgeIsNotChecked() {
        SrqAttr largest = new SrqAttr(65534, 7, 3);

        SrqGrant grant = model("bnxt_re").createSrq(SrqRequest.plain(largest)).orElseThrow("ibv_create_srq", "bnxt_re");

        assertThat(model("bnxt_re").deviceAttr(1).maxSrqSge()).isEqualTo(6);
        assertThat(grant).isEqualTo(new SrqGrant(largest, new SrqAttr(65536, 7, 3)));
        assertThat(refusal(model("bnxt_re").createSrq(SrqRequest.plain(new SrqAttr(65535, 1, 0))))
                        .violations())
                .extracting(Violation::attribute, Violation::limit)
                .containsExactly(tuple("max_wr", "65534"));
    }

    @Test
    void modifySrqSupportsOnlyTheLimit() {
        SrqAttr now = new SrqAttr(16, 1, 0);
        SrqAttr wanted = new SrqAttr(32, 1, 8);

        assertThat(model("bnxt_re").modifySrq(new SrqChange(now, wanted, Flags.of(SrqAttr.Mask.LIMIT))))
                .isEqualTo(new Verdict.Granted<>(new SrqAttr(16, 1, 8)));
        assertThat(refusal(model("bnxt_re")
                                .modifySrq(
                                        new SrqChange(now, wanted, Flags.of(SrqAttr.Mask.LIMIT, SrqAttr.Mask.MAX_WR))))
                        .errno())
                .isEqualTo(Errno.EINVAL);
    }

    @Test
    void moreReadsAndAtomicsThanTheDeviceHasAreCut() {
        QpAttr now = QpAttr.builder().qpState(QpState.RTS).portNum(1).build();
        QpAttr wanted = QpAttr.builder()
                .maxRdAtomic(200)
                .attrMask(Flags.of(QpAttr.Mask.MAX_QP_RD_ATOMIC))
                .build();

        Verdict<QpAttr> verdict = model("bnxt_re").modifyQp(new QpChange(QpType.RC.value(), false, now, wanted));

        assertThat(verdict.orElseThrow("ibv_modify_qp", "bnxt_re").maxRdAtomic())
                .isEqualTo(126);
    }

    private static Verdict<QpGrant> create(String name, QpType type, QpCap cap) {
        return model(name).createQp(plain(type, cap, Optional.empty()));
    }

    private static Verdict<QpGrant> createWithSrq(QpCap cap) {
        return model("bnxt_re").createQp(plain(QpType.RC, cap, Optional.of(SrqType.BASIC)));
    }

    private static Verdict<QpGrant> extended(Flags<QpInitAttr.Mask> mask) {
        return model("bnxt_re")
                .createQp(QpRequests.extended(
                        QpType.RC,
                        SMALL,
                        mask,
                        Flags.of(QpCreateFlag.BLOCK_SELF_MCAST_LB),
                        Flags.of(SendOp.SEND, SendOp.values())));
    }

    private static QpCap queried(String name, QpCap cap) {
        return create(name, QpType.RC, cap).orElseThrow("ibv_create_qp", name).queried();
    }
}
