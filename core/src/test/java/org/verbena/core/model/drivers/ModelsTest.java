// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.core.model.drivers.DriverModelTest.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.attr.GidType;
import org.verbena.attr.Mtu;
import org.verbena.attr.NodeType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SrqAttr;
import org.verbena.core.model.DriverModels;
import org.verbena.spi.model.DataPathTrait;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.PostErrors;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpQueryRequest;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;

/** Tests the properties that the models report. */
class ModelsTest {
    private static Stream<DriverModel> all() {
        return DriverModels.all().stream();
    }

    @ParameterizedTest
    @MethodSource("all")
    void aDescriptionIsASentenceWithoutAFullStop(DriverModel model) {
        assertThat(model.description()).isNotBlank().doesNotEndWith(".");
        assertThat(model).hasToString("model " + model.name());
    }

    @Test
    void noTwoModelsDescribeThemselvesAlike() {
        assertThat(all().map(DriverModel::description)).doesNotHaveDuplicates();
        assertThat(all().flatMap(model -> model.aliases().stream()))
                .contains("rxe-6.12", "bnxt_re-static", "hns-hip09", "irdma-gen2")
                .doesNotHaveDuplicates()
                .doesNotContainAnyElementsOf(all().map(DriverModel::name).toList());
    }

    /** libibverbs distinguishes InfiniBand from iWARP by the node type. The node type of efa is neither. */
    @ParameterizedTest
    @CsvSource({
        "spec, CA, IB",
        "rxe, CA, ROCE_V2",
        "mlx5, CA, ROCE_V1 ROCE_V2",
        "mlx4, CA, ROCE_V1 ROCE_V2",
        "irdma, CA, ROCE_V2",
        "irdma-gen1, RNIC, ROCE_V1",
        "bnxt_re, CA, ROCE_V1 ROCE_V2",
        "hns, CA, ROCE_V1 ROCE_V2",
        "efa, UNSPECIFIED, IB",
        "siw, RNIC, IB",
        "erdma, RNIC, IB",
        "mana, CA, ROCE_V2"
    })
    void aDeviceIsANodeWithGids(String driver, NodeType node, String gids) {
        assertThat(model(driver).nodeType()).isEqualTo(node);
        assertThat(model(driver).gidTypes())
                .isEqualTo(Stream.of(gids.split(" ")).map(GidType::valueOf).toList());
    }

    @ParameterizedTest
    @MethodSource("all")
    void aNewQueuePairIsInReset(DriverModel model) {
        QpCap cap = new QpCap(1, 2, 3, 4, 5);

        assertThat(model.newQpAttr(cap))
                .extracting(QpAttr::cap, QpAttr::qpState)
                .containsExactly(cap, QpState.RESET);
    }

    /** The hardware of these drivers reports MTU code 0 before a path is set. */
    @ParameterizedTest
    @CsvSource({"mlx5, 0", "mlx4, 0", "hns, 0"})
    void aNewQueuePairHasNoMtu(String driver, int code) {
        assertThat(model(driver).newQpAttr(QpCap.ZERO).pathMtuCode()).isEqualTo(code);
        assertThat(model(driver).newQpAttr(QpCap.ZERO).pathMtu()).isEqualTo(Mtu.UNKNOWN);
    }

    // ---------------------------------------------------------------- data path

    /** The rows come from a search for IB_EVENT_QP_LAST_WQE_REACHED in the drivers of Linux 6.1 and 6.12. */
    @ParameterizedTest
    @CsvSource({
        "mlx5, true",
        "mlx4, true",
        "hns, true",
        "bnxt_re, true",
        "rxe, true",
        "rxe-6.1, false",
        "siw, false",
        "irdma, false",
        "efa, false",
        "erdma, false",
        "mana, false"
    })
    void notEveryDriverReportsTheLastWqe(String driver, boolean reports) {
        assertThat(model(driver).dataPath().has(DataPathTrait.LAST_WQE_REACHED)).isEqualTo(reports);
    }

    /** Most libraries reject an unknown opcode. rxe accepts it, and the completion reports the error. */
    @ParameterizedTest
    @CsvSource({"mlx5, true", "mlx4, true", "hns, true", "irdma, true", "efa, true", "spec, true", "rxe, false"})
    void notEveryDriverLooksAtTheOpcode(String driver, boolean looks) {
        assertThat(model(driver).dataPath().has(DataPathTrait.REJECTS_UNKNOWN_OPCODE))
                .isEqualTo(looks);
    }

    /** The memory placement extensions came to rdma_rxe with Linux 6.2. */
    @Test
    void linux61PlacesNothingInMemory() {
        assertThat(model("rxe").dataPath().has(DataPathTrait.MEMORY_PLACEMENT)).isTrue();
        assertThat(model("rxe-6.1").dataPath().has(DataPathTrait.MEMORY_PLACEMENT))
                .isFalse();
        assertThat(model("rxe-6.1").dataPath().has(DataPathTrait.BINDS_ACROSS_DOMAINS))
                .isTrue();
        assertThat(model("rxe").dataPath().has(DataPathTrait.BINDS_ACROSS_DOMAINS))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"spec, true", "mlx5, true", "mlx4, true", "rxe, false", "solaris, false"})
    void notEveryDeviceSteersFrames(String driver, boolean steers) {
        assertThat(model(driver).dataPath().has(DataPathTrait.STEERS_FRAMES)).isEqualTo(steers);
    }

    /** The columns are for too many send elements, too much inline data, too many receive elements, and a full SRQ. */
    @ParameterizedTest
    @CsvSource({
        "rxe, 22, 22, 22, 12", "mlx5, 12, 12, 22, 12", "mlx4, 12, 12, 12, -1", "bnxt_re, 12, 22, 12, 12",
        "hns, 22, 22, 22, 12", "irdma, 22, 22, 22, 12", "efa, 22, 22, 22, 12", "siw, 22, 22, 22, 12",
        "erdma, 22, 22, 22, 12", "mana, 22, 22, 22, 12"
    })
    void thePostErrorsDependOnTheDriver(String driver, int sendSge, int inline, int recvSge, int srqFull) {
        assertThat(model(driver).dataPath().postErrors())
                .extracting(PostErrors::sendSge, PostErrors::inline, PostErrors::recvSge, PostErrors::srqFull)
                .containsExactly(sendSge, inline, recvSge, srqFull);
    }

    // ---------------------------------------------------------------- values

    @Test
    void limitsAreValues() {
        Limits limits = model("rxe").limits();

        assertThat(limits.with("max_qp", 5))
                .isEqualTo(limits.with("max_qp", 5))
                .hasSameHashCodeAs(limits.with("max_qp", 5))
                .isNotEqualTo(limits.with("max_qp", 6))
                .isNotEqualTo(limits);
        assertThat(limits.with("max_qp", 5).toString()).contains("max_qp=5");
        assertThat(limits.with("max_qp", 5).hashCode()).isNotZero();
    }

    @Test
    void aQueuePairThatMovesByItselfKeepsItsAttributes() {
        QpAttr before =
                QpAttr.builder().qpState(QpState.SQD).sqDraining(1).destQpNum(7).build();

        assertThat(QpChange.moved(before, QpState.SQD, true, false)).isSameAs(before);
        assertThat(QpChange.moved(before, QpState.SQD, false, false))
                .extracting(QpAttr::qpState, QpAttr::sqDraining, QpAttr::destQpNum)
                .containsExactly(QpState.SQD, 0, 7L);
        assertThat(QpChange.moved(before, QpState.ERR, true, false))
                .extracting(QpAttr::qpState, QpAttr::curQpState, QpAttr::sqDraining, QpAttr::destQpNum)
                .containsExactly(QpState.ERR, QpState.ERR, 1, 7L);
        assertThat(QpChange.moved(before, QpState.ERR, true, true))
                .extracting(QpAttr::qpState, QpAttr::curQpState)
                .containsExactly(QpState.ERR, QpState.RESET);
    }

    @Test
    void anOpenedHandleKnowsNoSizes() {
        QpAttr now = QpAttr.builder()
                .qpState(QpState.RTR)
                .cap(new QpCap(1, 2, 3, 4, 5))
                .destQpNum(7)
                .build();
        QpQueryRequest request = new QpQueryRequest(QpType.XRC_RECV.value(), true, now, now.attrMask());

        assertThat(request.throughOpenedHandle().rss()).isFalse();
        assertThat(request.throughOpenedHandle().now())
                .extracting(QpAttr::cap, QpAttr::qpState, QpAttr::destQpNum)
                .containsExactly(QpCap.ZERO, QpState.RTR, 7L);
    }

    @Test
    void aMinimalModelHasTheGivenNameAndTypes() {
        DriverModel minimal = DriverModels.minimal("mine", "a driver of mine", "a document", QpType.RC);

        assertThat(minimal.name()).isEqualTo("mine");
        assertThat(minimal.description()).isEqualTo("a driver of mine");
        assertThat(minimal.createQp(QpRequests.plain(QpType.RC, new QpCap(1, 1, 1, 1, 0), Optional.empty())))
                .isInstanceOf(Verdict.Granted.class);
        assertThat(minimal.createSrq(SrqRequest.plain(new SrqAttr(1, 1, 0)))).isInstanceOf(Verdict.Refused.class);
        assertThat(List.of(minimal.limits().get("max_srq"), minimal.limits().get("max_mcast_grp")))
                .containsOnly(0L);
    }
}
