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
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpQueryRequest;
import org.verbena.spi.model.Verdict;

class ErdmaModelTest {
    private static final QpCap ODD = new QpCap(100, 50, 3, 1, 10);

    private final DriverModel erdma = model("erdma");

    @Test
    void createGrantsTheRequestAndQueryReportsSendBlocks() {
        QpGrant grant = create(ODD).orElseThrow("ibv_create_qp", "erdma");

        assertThat(grant.granted()).isEqualTo(ODD);
        assertThat(grant.queried()).isEqualTo(new QpCap(512, 64, 3, 1, 96));
    }

    @Test
    void aQueuePairHasBothQueues() {
        assertThat(refusal(create(ODD.withMaxSendWr(0).withMaxRecvWr(0))).violations())
                .extracting(Violation::attribute, Violation::limit)
                .containsExactly(tuple("max_send_wr", "at least 1"), tuple("max_recv_wr", "at least 1"));
    }

    @Test
    void aReceiveHasOneElement() {
        assertThat(create(ODD.withMaxSendSge(6))).isInstanceOf(Verdict.Granted.class);
        assertThat(refusal(create(ODD.withMaxRecvSge(2))).violations())
                .extracting(Violation::attribute, Violation::limit)
                .containsExactly(tuple("max_recv_sge", "1"));
    }

    @Test
    void thereAreNoSharedReceiveQueues() {
        assertThat(refusal(erdma.createQp(plain(QpType.RC, ODD, Optional.of(SrqType.BASIC))))
                        .errno())
                .isEqualTo(Errno.EOPNOTSUPP);
    }

    @ParameterizedTest
    @CsvSource({"-1, 64", "0, 64", "64, 64", "65, 128"})
    void completionQueuesHaveAtLeast64Entries(int cqe, int granted) {
        assertThat(erdma.createCq(CqRequest.plain(cqe, 0))).isEqualTo(new Verdict.Granted<>(granted));
    }

    @ParameterizedTest
    @CsvSource({"1048577, 0", "64, 8", "64, -1"})
    void aRefusedCompletionQueueIsAnInputOutputError(int cqe, int compVector) {
        assertThat(refusal(erdma.createCq(CqRequest.plain(cqe, compVector))).errno())
                .isEqualTo(Errno.EIO);
    }

    @ParameterizedTest
    @EnumSource(names = {"SQD", "SQE"})
    void sqdAndSqeAreReportedAsErr(QpState state) {
        QpQueryRequest request = new QpQueryRequest(QpType.RC.value(), false, in(state), Flags.of(QpAttr.Mask.STATE));

        QpAttr answer = erdma.queryQp(request).orElseThrow("ibv_query_qp", "erdma");

        assertThat(answer.qpState()).isEqualTo(QpState.ERR);
        assertThat(answer.curQpState()).isEqualTo(QpState.ERR);
    }

    @ParameterizedTest
    @EnumSource(names = {"RTR", "RTS", "SQE"})
    void leavingSqdFailsWithEconnaborted(QpState next) {
        Verdict<QpAttr> verdict = erdma.modifyQp(new QpChange(QpType.RC.value(), false, in(QpState.SQD), in(next)));

        assertThat(refusal(verdict).errno()).isEqualTo(Errno.ECONNABORTED);
    }

    private static QpAttr in(QpState state) {
        return QpAttr.builder().qpState(state).build();
    }

    private Verdict<QpGrant> create(QpCap cap) {
        return erdma.createQp(plain(QpType.RC, cap, Optional.empty()));
    }
}
