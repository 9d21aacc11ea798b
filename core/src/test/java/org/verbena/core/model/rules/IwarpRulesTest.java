// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.verbena.core.model.drivers.DriverModelTest.model;
import static org.verbena.core.model.drivers.DriverModelTest.refusal;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.error.Violation;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpQueryRequest;
import org.verbena.spi.model.Verdict;

/** Tests the behaviours of both iWARP drivers that programs for InfiniBand do not expect. */
class IwarpRulesTest {
    @ParameterizedTest
    @ValueSource(strings = {"siw", "erdma"})
    void aNewQueuePairIsInitAlready(String driver) {
        assertThat(query(driver, inState(QpState.RESET)).qpState()).isEqualTo(QpState.INIT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"siw", "erdma"})
    void onlyTheConnectionManagerConnects(String driver) {
        assertThat(refusal(modify(driver, QpState.INIT, QpState.RTS)).violations())
                .extracting(Violation::attribute, Violation::requested, Violation::limit)
                .containsExactly(tuple("qp_state", "RTS", "made by rdma_connect or rdma_accept"));
    }

    @ParameterizedTest
    @CsvSource({
        "siw, INIT, RTR, INIT",
        "siw, INIT, ERR, ERR",
        "siw, RTS, SQD, SQD",
        "siw, SQD, RESET, INIT",
        "siw, RTS, SQE, SQE",
        "siw, RTS, ERR, ERR",
        "siw, RTS, RESET, RTS",
        "siw, SQD, ERR, ERR",
        "siw, SQD, SQE, SQD",
        "siw, SQE, ERR, ERR",
        "siw, SQE, RESET, SQE",
        "siw, ERR, RESET, ERR",
        "erdma, INIT, RTR, INIT",
        "erdma, INIT, ERR, ERR",
        "erdma, RTS, SQD, ERR",
        "erdma, SQD, RESET, INIT"
    })
    void stateChangesUnknownToIwarpHaveNoEffect(String driver, QpState from, QpState to, QpState afterwards) {
        QpAttr changed = modify(driver, from, to).orElseThrow("ibv_modify_qp", driver);

        assertThat(query(driver, changed).qpState()).isEqualTo(afterwards);
    }

    @ParameterizedTest
    @ValueSource(strings = {"siw", "erdma"})
    void aQueryTellsTheMtuOfTheNetworkDevice(String driver) {
        QpAttr asked = QpAttr.builder().pathMtu(Mtu.BYTES_256).build();
        QpAttr changed = model(driver)
                .modifyQp(new QpChange(QpType.RC.value(), false, inState(QpState.INIT), asked))
                .orElseThrow("ibv_modify_qp", driver);

        assertThat(query(driver, changed).pathMtu()).isEqualTo(Mtu.BYTES_1024);
    }

    @ParameterizedTest
    @ValueSource(strings = {"siw", "erdma"})
    void anAddressNeedsNoGlobalRoute(String driver) {
        QpAttr path =
                QpAttr.builder().ahAttr(AhAttr.builder().portNum(1).build()).build();

        assertThat(model(driver).modifyQp(new QpChange(QpType.RC.value(), false, inState(QpState.INIT), path)))
                .isInstanceOf(Verdict.Granted.class);
    }

    /** ib_modify_qp_with_udata of the core stores the port of a change. A change without a port keeps it. */
    @ParameterizedTest
    @ValueSource(strings = {"siw", "erdma"})
    void theCoreRemembersThePort(String driver) {
        QpAttr named = QpAttr.builder().portNum(1).build();
        QpAttr after = model(driver)
                .modifyQp(new QpChange(QpType.RC.value(), false, inState(QpState.INIT), named))
                .orElseThrow("ibv_modify_qp", driver);

        assertThat(after.portNum()).isEqualTo(1);
        assertThat(model(driver)
                        .modifyQp(new QpChange(QpType.RC.value(), false, after, inState(QpState.ERR)))
                        .orElseThrow("ibv_modify_qp", driver)
                        .portNum())
                .isEqualTo(1);
    }

    private static Verdict<QpAttr> modify(String driver, QpState from, QpState to) {
        QpAttr wanted = QpAttr.builder().qpState(to).build();
        return model(driver).modifyQp(new QpChange(QpType.RC.value(), false, inState(from), wanted));
    }

    private static QpAttr query(String driver, QpAttr now) {
        return model(driver)
                .queryQp(new QpQueryRequest(QpType.RC.value(), false, now, Flags.of(QpAttr.Mask.STATE)))
                .orElseThrow("ibv_query_qp", driver);
    }

    private static QpAttr inState(QpState state) {
        return QpAttr.builder().qpState(state).build();
    }
}
