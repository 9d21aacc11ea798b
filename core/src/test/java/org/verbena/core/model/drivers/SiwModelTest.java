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
import org.verbena.attr.QpCap;
import org.verbena.attr.QpType;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.error.Errno;
import org.verbena.error.Violation;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;

class SiwModelTest {
    private static final QpCap ODD = new QpCap(100, 50, 3, 2, 10);

    private final DriverModel siw = model("siw");

    @Test
    void createGrantsTheRequestAndQueryReportsTheRings() {
        QpGrant grant = create(ODD, Optional.empty()).orElseThrow("ibv_create_qp", "siw");

        assertThat(grant.granted()).isEqualTo(ODD);
        assertThat(grant.queried()).isEqualTo(new QpCap(128, 64, 3, 2, 80));
    }

    @Test
    void aQueuePairWithAnSrqHasNoReceiveRing() {
        QpGrant grant = create(ODD, Optional.of(SrqType.BASIC)).orElseThrow("ibv_create_qp", "siw");

        assertThat(grant.granted()).isEqualTo(ODD);
        assertThat(grant.queried().maxRecvWr()).isZero();
    }

    @Test
    void receiveCapabilitiesAreCheckedWithAnSrq() {
        QpCap cap = ODD.withMaxRecvWr(32769).withMaxRecvSge(7);

        assertThat(refusal(create(cap, Optional.of(SrqType.BASIC))).violations())
                .extracting(Violation::attribute, Violation::requested, Violation::limit)
                .containsExactly(tuple("max_recv_wr", "32769", "32768"), tuple("max_recv_sge", "7", "6"));
    }

    @Test
    void aQueuePairSendsButNeedNotReceive() {
        assertThat(refusal(create(ODD.withMaxSendWr(0), Optional.empty())).errno())
                .isEqualTo(Errno.EINVAL);
        assertThat(create(ODD.withMaxRecvWr(0), Optional.empty())).isInstanceOf(Verdict.Granted.class);
    }

    @Test
    void inlineDataEndsAt80Bytes() {
        assertThat(create(ODD.withMaxInlineData(80), Optional.empty())).isInstanceOf(Verdict.Granted.class);
        assertThat(refusal(create(ODD.withMaxInlineData(81), Optional.empty())).violations())
                .extracting(Violation::attribute, Violation::limit)
                .containsExactly(tuple("max_inline_data", "80"));
    }

    @ParameterizedTest
    @EnumSource(
            names = {"RC", "XRC_RECV"},
            mode = EnumSource.Mode.EXCLUDE)
    void thereAreOnlyConnections(QpType type) {
        assertThat(refusal(siw.createQp(plain(type, ODD, Optional.empty()))).violations())
                .extracting(Violation::attribute)
                .contains("qp_type");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "100, 128", "3276800, 4194304"})
    void completionQueuesArePowersOfTwoEvenBeyondTheLimit(int cqe, int granted) {
        assertThat(siw.createCq(CqRequest.plain(cqe, 0))).isEqualTo(new Verdict.Granted<>(granted));
    }

    @Test
    void onlyQueriesReportTheRoundedSrqSize() {
        SrqAttr asked = new SrqAttr(100, 2, 5);

        SrqGrant grant = siw.createSrq(SrqRequest.plain(asked)).orElseThrow("ibv_create_srq", "siw");

        assertThat(grant.granted()).isEqualTo(asked);
        assertThat(grant.queried()).isEqualTo(new SrqAttr(128, 2, 5));
    }

    private Verdict<QpGrant> create(QpCap cap, Optional<SrqType> srq) {
        return siw.createQp(plain(QpType.RC, cap, srq));
    }
}
