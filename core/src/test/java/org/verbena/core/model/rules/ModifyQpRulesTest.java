// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.core.model.drivers.DriverModelTest.model;
import static org.verbena.core.model.drivers.DriverModelTest.refusal;
import static org.verbena.core.model.drivers.QpChanges.change;
import static org.verbena.core.model.drivers.QpChanges.in;
import static org.verbena.core.model.drivers.QpChanges.step;
import static org.verbena.core.model.drivers.QpChanges.toInit;
import static org.verbena.core.model.drivers.QpChanges.toRtr;
import static org.verbena.core.model.drivers.QpChanges.toRts;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.core.model.DriverModels;
import org.verbena.core.model.drivers.QpChanges;
import org.verbena.error.Errno;
import org.verbena.error.Violation;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpQueryRequest;
import org.verbena.spi.model.Verdict;

/** Tests which changes of a queue pair libibverbs, the kernel's core and the ranges of attributes permit. */
class ModifyQpRulesTest {
    private static final List<String> WITHOUT_CONNECTIONS = List.of("efa");

    /** Returns the drivers that support RC and use the states of InfiniBand. */
    private static Stream<String> connected() {
        return DriverModels.all().stream()
                .map(DriverModel::name)
                .filter(name -> !List.of("efa", "siw", "erdma").contains(name));
    }

    private static Stream<String> all() {
        return DriverModels.all().stream().map(DriverModel::name);
    }

    @ParameterizedTest
    @MethodSource("connected")
    void theUsualStepsLeadToRts(String driver) {
        DriverModel model = model(driver);
        QpAttr init = granted(driver, step(toInit()));
        QpAttr rtr = granted(driver, change(QpType.RC, init, toRtr().build()));
        QpAttr rts = granted(driver, change(QpType.RC, rtr, toRts().build()));

        assertThat(List.of(init.qpState(), rtr.qpState(), rts.qpState()))
                .containsExactly(QpState.INIT, QpState.RTR, QpState.RTS);
        assertThat(rts.destQpNum()).isEqualTo(7);
        assertThat(rts.timeout()).isEqualTo(14);
        assertThat(granted(driver, change(QpType.RC, rts, only(QpState.RESET))).qpState())
                .isEqualTo(QpState.RESET);
        assertThat(refusal(model.modifyQp(change(QpType.RC, init, only(QpState.RTS))))
                        .errno())
                .isEqualTo(Errno.EINVAL);
    }

    @ParameterizedTest
    @MethodSource("all")
    void anAttributeThatNoCommandCarriesIsNotSupported(String driver) {
        QpType type = typeOf(driver);
        QpAttr unknown = QpAttr.builder()
                .attrMask(Flags.ofMask(QpAttr.Mask.class, 1L << 26))
                .build();

        assertThat(refusal(model(driver).modifyQp(change(type, in(QpState.INIT), unknown))))
                .extracting(
                        Verdict.Refused::errno,
                        refused -> refused.violations().get(0).attribute())
                .containsExactly(Errno.EOPNOTSUPP, "attr_mask");
    }

    @ParameterizedTest
    @MethodSource("all")
    void theCoreRejectsInvalidPortsAndStates(String driver) {
        long beyond = model(driver).limits().get("phys_port_cnt") + 1;

        assertFirstBroken(driver, "port_num", toInit().portNum((int) beyond).build());
        assertFirstBroken(driver, "port_num", toInit().portNum(0).build());
        assertFirstBroken(driver, "qp_state", QpAttr.builder().qpStateCode(7).build());
        assertFirstBroken(
                driver,
                "cur_qp_state",
                QpAttr.builder().qpState(QpState.INIT).curQpStateCode(7).build());
    }

    private static void assertFirstBroken(String driver, String attribute, QpAttr attr) {
        Verdict.Refused<QpAttr> refused =
                refusal(model(driver).modifyQp(change(typeOf(driver), in(QpState.RESET), attr)));

        assertThat(refused.violations().get(0).attribute())
                .as("%s %s", driver, attr)
                .isEqualTo(attribute);
        assertThat(refused.errno()).isEqualTo(Errno.EINVAL);
    }

    private static QpType typeOf(String driver) {
        return WITHOUT_CONNECTIONS.contains(driver) ? QpType.UD : QpType.RC;
    }

    @ParameterizedTest
    @ValueSource(strings = {"spec", "rxe", "mlx5", "mlx4", "irdma", "bnxt_re", "hns", "mana"})
    void aPathLeavesThroughThePortOfTheQueuePair(String driver) {
        DriverModel model = model(driver);
        DriverModel twoPorts = model.withLimits(model.limits().with("phys_port_cnt", 2));
        AhAttr other = AhAttr.global(QpChanges.PEER.grh().orElseThrow(), 2);
        AhAttr none = AhAttr.global(QpChanges.PEER.grh().orElseThrow(), 3);

        assertThat(attributes(twoPorts.modifyQp(step(toRtr().ahAttr(other))))).contains("ah_attr.port_num");
        assertThat(attributes(twoPorts.modifyQp(step(toRtr().ahAttr(none))))).contains("ah_attr.port_num");
        assertThat(twoPorts.modifyQp(step(toRtr()))).isInstanceOf(Verdict.Granted.class);
        // In other changes, the path names the new port of the queue pair. Both port numbers must be equal.
        QpAttr disagree = QpAttr.builder().ahAttr(other).portNum(1).build();
        assertThat(attributes(twoPorts.modifyQp(change(QpType.RC, in(QpState.SQD), disagree))))
                .contains("ah_attr.port_num");
    }

    @Test
    void aPathOverRoceNeedsAGidThatIsThere() {
        QpChange change = step(toRtr());
        QpChange emptyTable = new QpChange(change.qpTypeCode(), false, change.now(), change.attr(), 0);
        QpChange oneEntry = new QpChange(change.qpTypeCode(), false, change.now(), change.attr(), 1);
        AhAttr withoutRoute = AhAttr.builder().portNum(1).build();

        assertThat(refusal(model("mlx5").modifyQp(emptyTable)).errno()).isEqualTo(Errno.ENODATA);
        assertThat(model("mlx5").modifyQp(oneEntry)).isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model("mlx5").modifyQp(step(toRtr().ahAttr(withoutRoute)))))
                .containsExactly("ah_attr.is_global");
        assertThat(model("spec").modifyQp(step(toRtr().ahAttr(withoutRoute)))).isInstanceOf(Verdict.Granted.class);
    }

    @Test
    void onlyInfiniBandMigratesPaths() {
        QpAttr.Builder wanted = toRtr().altAhAttr(QpChanges.PEER).altPortNum(1);
        QpAttr.Builder otherPort = toRtr().altAhAttr(QpChanges.PEER).altPortNum(2);
        DriverModel spec = model("spec");
        DriverModel twoPorts = spec.withLimits(spec.limits().with("phys_port_cnt", 2));
        DriverModel onePort = spec.withLimits(spec.limits().with("phys_port_cnt", 1));

        assertThat(attributes(model("mlx5").modifyQp(step(wanted)))).containsExactly("alt_ah_attr");
        assertThat(spec.modifyQp(step(wanted))).isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(twoPorts.modifyQp(step(otherPort)))).containsExactly("alt_ah_attr.port_num");
        assertThat(attributes(onePort.modifyQp(step(otherPort))))
                .containsExactly("alt_port_num", "alt_ah_attr.port_num");
    }

    /** Except for INIT to RTR, the core adds PORT to a mask with AV. The table permits that only for RC in SQD. */
    @Test
    void anAddressVectorInSqdSetsThePort() {
        QpAttr path = QpAttr.builder().ahAttr(QpChanges.PEER).build();

        assertThat(granted("mlx4", change(QpType.RC, in(QpState.SQD), path)).portNum())
                .isEqualTo(1);
        assertThat(refusal(model("mlx4").modifyQp(change(QpType.UC, in(QpState.SQD), path)))
                        .violations())
                .extracting(Violation::limit)
                .containsExactly("without PORT");
    }

    /** The limit is granted, and one more is rejected. Timers have five bits, and retry counters have three bits. */
    @ParameterizedTest
    @CsvSource({
        "spec, path_mtu, 5",
        "spec, timeout, 31",
        "spec, min_rnr_timer, 31",
        "spec, retry_cnt, 7",
        "spec, rnr_retry, 7",
        "mana, path_mtu, 5",
        "mana, timeout, 31",
        "rxe, path_mtu, 5",
        "rxe, timeout, 31",
        "rxe, max_rd_atomic, 128",
        "rxe-6.1, timeout, 31",
        "mlx5, path_mtu, 5",
        "mlx5, pkey_index, 0",
        "mlx5, max_rd_atomic, 16",
        "mlx5, max_dest_rd_atomic, 16",
        "mlx4, path_mtu, 5",
        "mlx4, pkey_index, 0",
        "mlx4, max_rd_atomic, 128",
        "mlx4, max_dest_rd_atomic, 16",
        "hns, path_mtu, 3",
        "bnxt_re, path_mtu, 3",
    })
    void aRangeEndsAtItsLimit(String driver, String attribute, int limit) {
        assertThat(model(driver).modifyQp(with(attribute, limit))).isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model(driver).modifyQp(with(attribute, limit + 1))))
                .containsExactly(attribute);
    }

    @ParameterizedTest
    @CsvSource({
        "spec, pkey_index, pkey_tbl_len, -1",
        "spec, max_rd_atomic, max_qp_init_rd_atom, 0",
        "spec, max_dest_rd_atomic, max_qp_rd_atom, 0",
        "mana, max_dest_rd_atomic, max_qp_rd_atom, 0",
        "irdma, pkey_index, pkey_tbl_len, -1",
        "irdma, max_rd_atomic, max_qp_init_rd_atom, 0",
        "irdma, max_dest_rd_atomic, max_qp_rd_atom, 0",
        "hns, pkey_index, pkey_tbl_len, -1",
        "hns, max_rd_atomic, max_qp_init_rd_atom, 0",
        "hns, max_dest_rd_atomic, max_qp_rd_atom, 0",
        "bnxt_re, max_dest_rd_atomic, max_qp_init_rd_atom, 0",
    })
    void aRangeEndsAtTheLimitOfTheDevice(String driver, String attribute, String limit, int offset) {
        DriverModel usual = model(driver);
        DriverModel model = usual.withLimits(usual.limits().with(limit, 5));

        assertThat(model.modifyQp(with(attribute, 5 + offset))).isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model.modifyQp(with(attribute, 6 + offset)))).containsExactly(attribute);
    }

    private static QpChange with(String attribute, int value) {
        return step(
                switch (attribute) {
                    case "pkey_index" -> toInit().pkeyIndex(value);
                    case "path_mtu" -> toRtr().pathMtuCode(value);
                    case "max_dest_rd_atomic" -> toRtr().maxDestRdAtomic(value);
                    case "min_rnr_timer" -> toRtr().minRnrTimer(value);
                    case "timeout" -> toRts().timeout(value);
                    case "retry_cnt" -> toRts().retryCnt(value);
                    case "rnr_retry" -> toRts().rnrRetry(value);
                    case "max_rd_atomic" -> toRts().maxRdAtomic(value);
                    default -> throw new IllegalArgumentException(attribute);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"spec", "mlx5", "mlx4", "hns", "bnxt_re"})
    void thereIsNoMtuOfCodeZero(String driver) {
        assertThat(attributes(model(driver).modifyQp(with("path_mtu", 0)))).containsExactly("path_mtu");
    }

    @Test
    void sequenceNumbersHave24Bits() {
        assertThat(granted("rxe", step(toRtr().rqPsn(0xFF00_0005L))).rqPsn()).isEqualTo(5);
        assertThat(granted("rxe", step(toRts().sqPsn(0x0123_4567))).sqPsn()).isEqualTo(0x23_4567);
    }

    @ParameterizedTest
    @CsvSource({"mlx5", "mlx4", "hns"})
    void aWrongCurrentStateIsRejected(String driver) {
        QpAttr claim = toRts().curQpState(QpState.RTR).build();

        assertThat(model(driver).modifyQp(change(QpType.RC, in(QpState.RTR), claim)))
                .isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model(driver)
                        .modifyQp(change(
                                QpType.RC,
                                in(QpState.SQD),
                                QpAttr.builder()
                                        .qpState(QpState.RTS)
                                        .curQpState(QpState.RTS)
                                        .build()))))
                .containsExactly("cur_qp_state");
    }

    /** Neither mlx5 (optab of __mlx5_ib_modify_qp) nor hns (check_qp_state) drains a send queue. */
    @ParameterizedTest
    @CsvSource({"mlx5, false", "hns, false", "mlx4, true", "rxe, true", "bnxt_re, true", "irdma, true", "spec, true"})
    void notEveryDriverDrainsASendQueue(String driver, boolean drains) {
        Verdict<QpAttr> verdict = model(driver).modifyQp(change(QpType.RC, in(QpState.RTS), only(QpState.SQD)));

        assertThat(verdict instanceof Verdict.Granted).isEqualTo(drains);
    }

    /** For XRC, the core drops the attributes of the other half of the connection. */
    @Test
    void xrcQueuePairsIgnoreAttributesOfTheOtherHalf() {
        QpChange initiator = change(
                QpType.XRC_SEND, in(QpState.INIT), toRtr().maxDestRdAtomic(200).build());
        QpChange target = change(
                QpType.XRC_RECV, in(QpState.RTR), toRts().maxRdAtomic(200).build());

        assertThat(granted("mlx5", initiator).maxDestRdAtomic()).isZero();
        assertThat(granted("mlx5", target))
                .extracting(QpAttr::maxRdAtomic, QpAttr::retryCnt, QpAttr::rnrRetry, QpAttr::timeout)
                .containsExactly(0, 0, 0, 14);
    }

    /** mlx5 uses the command that carries a rate limit, but the device of the model does not support packet pacing. */
    @Test
    void onlyMlx5SupportsTheRateLimit() {
        QpAttr within = QpAttr.builder().qpState(QpState.RTS).rateLimit(0).build();
        QpAttr beyond = QpAttr.builder().qpState(QpState.RTS).rateLimit(1).build();

        assertThat(model("mlx5").modifyQp(change(QpType.RAW_PACKET, in(QpState.RTS), within)))
                .isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model("mlx5").modifyQp(change(QpType.RAW_PACKET, in(QpState.RTS), beyond))))
                .containsExactly("rate_limit");
        assertThat(refusal(model("mlx4").modifyQp(change(QpType.RAW_PACKET, in(QpState.RTS), within)))
                        .errno())
                .isEqualTo(Errno.EOPNOTSUPP);
    }

    // ---------------------------------------------------------------- queries

    @ParameterizedTest
    @MethodSource("all")
    void aQueryOfTheRateLimitIsNotSupported(String driver) {
        QpAttr now = in(QpState.INIT);
        int type = typeOf(driver).value();
        QpQueryRequest rate = new QpQueryRequest(type, false, now, Flags.of(QpAttr.Mask.RATE_LIMIT));
        QpQueryRequest state = new QpQueryRequest(type, false, now, Flags.of(QpAttr.Mask.STATE));

        assertThat(refusal(model(driver).queryQp(rate)).errno()).isEqualTo(Errno.EOPNOTSUPP);
        if (!driver.equals("mana")) {
            assertThat(model(driver)
                            .queryQp(state)
                            .orElseThrow("ibv_query_qp", driver)
                            .qpState())
                    .isEqualTo(QpState.INIT);
        }
    }

    /** Reads and atomics are counted in powers of two. Without resources for them, only writes are permitted. */
    @ParameterizedTest
    @ValueSource(strings = {"mlx5", "mlx4", "hns"})
    void hardwareKeepsPowersOfTwo(String driver) {
        QpAttr now = QpAttr.builder()
                .qpState(QpState.RTS)
                .maxRdAtomic(5)
                .maxDestRdAtomic(3)
                .qpAccessFlags(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ)
                .enSqdAsyncNotify(1)
                .rateLimit(9)
                .build();
        QpAttr withoutReads = now.toBuilder().maxDestRdAtomic(0).build();

        assertThat(queried(driver, now))
                .extracting(
                        QpAttr::maxRdAtomic,
                        QpAttr::maxDestRdAtomic,
                        QpAttr::qpAccessFlags,
                        QpAttr::enSqdAsyncNotify,
                        QpAttr::rateLimit)
                .containsExactly(8, 4, Flags.of(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ), 0, 0L);
        assertThat(queried(driver, withoutReads).qpAccessFlags()).isEqualTo(Flags.of(AccessFlag.REMOTE_WRITE));
    }

    /** In RESET, mlx4_ib_query_qp and hns_roce_v2_query_qp do not query the hardware. */
    @ParameterizedTest
    @ValueSource(strings = {"mlx4", "hns"})
    void aQueryInResetReturnsTheSetAttributes(String driver) {
        QpAttr now = QpAttr.builder().qpState(QpState.RESET).maxRdAtomic(5).build();

        assertThat(queried(driver, now)).isEqualTo(now);
    }

    @Test
    void mlx5ReportsOnlyTheStateOfARawQueuePair() {
        QpAttr now =
                QpAttr.builder().qpState(QpState.RTS).maxRdAtomic(5).portNum(2).build();

        QpAttr reported = model("mlx5")
                .queryQp(new QpQueryRequest(QpType.RAW_PACKET.value(), false, now, Flags.of(QpAttr.Mask.STATE)))
                .orElseThrow("ibv_query_qp", "mlx5");

        assertThat(reported)
                .extracting(
                        QpAttr::qpState, QpAttr::curQpState, QpAttr::portNum, QpAttr::maxRdAtomic, QpAttr::pathMtuCode)
                .containsExactly(QpState.RTS, QpState.RTS, 1, 0, 0);
    }

    /** rxe_av_to_attr always reports a global route, even before one is set. */
    @Test
    void rxeReportsAGlobalRouteEvenBeforeOneIsSet() {
        QpAttr reported = queried("rxe", in(QpState.INIT));

        assertThat(reported.ahAttr().grh()).isPresent();
        assertThat(reported.altAhAttr().grh()).isPresent();
    }

    private static QpAttr queried(String driver, QpAttr now) {
        return model(driver)
                .queryQp(new QpQueryRequest(QpType.RC.value(), false, now, Flags.of(QpAttr.Mask.STATE)))
                .orElseThrow("ibv_query_qp", driver);
    }

    // ---------------------------------------------------------------- rxe

    @Test
    void rxeChangesOnlyToErrWhileItDrains() {
        QpAttr draining = QpAttr.builder().qpState(QpState.SQD).sqDraining(1).build();
        QpAttr drained = QpAttr.builder().qpState(QpState.SQD).sqDraining(0).build();

        assertThat(attributes(model("rxe").modifyQp(change(QpType.RC, draining, only(QpState.RTS)))))
                .containsExactly("qp_state");
        assertThat(model("rxe").modifyQp(change(QpType.RC, draining, only(QpState.ERR))))
                .isInstanceOf(Verdict.Granted.class);
        assertThat(model("rxe").modifyQp(change(QpType.RC, drained, only(QpState.RTS))))
                .isInstanceOf(Verdict.Granted.class);
    }

    /** rxe_qp_from_attr rounds up in eight bits, so values above 128 become 0. */
    @Test
    void rxeRoundsReadsAndAtomicsUp() {
        assertThat(granted("rxe", with("max_rd_atomic", 5)).maxRdAtomic()).isEqualTo(8);
        assertThat(granted("rxe", with("max_rd_atomic", 0)).maxRdAtomic()).isZero();
        assertThat(granted("rxe", with("max_dest_rd_atomic", 100)).maxDestRdAtomic())
                .isEqualTo(128);
        assertThat(granted("rxe", with("max_dest_rd_atomic", 200)).maxDestRdAtomic())
                .isZero();
    }

    /** ib_resolve_eth_dmac takes the hop limit of a peer from the IP route, and that of a group from the caller. */
    @Test
    void rxeResolvesTheAddressOfAConnection() {
        GlobalRoute peer = new GlobalRoute(QpChanges.PEER.grh().orElseThrow().dgid(), 0, 0, 3, 0);
        GlobalRoute group = new GlobalRoute(Gid.parse("ff0e:0000:0000:0000:0000:0000:0000:0001"), 0, 0, 3, 0);

        assertThat(granted("rxe", step(toRtr().ahAttr(AhAttr.global(peer, 1))))
                        .ahAttr()
                        .grh())
                .contains(new GlobalRoute(peer.dgid(), 0, 0, 64, 0));
        assertThat(granted("rxe", step(toRtr().ahAttr(AhAttr.global(group, 1))))
                        .ahAttr()
                        .grh())
                .contains(group);
    }

    /** In Linux 6.12, peers can access memory only through RC and UC (rxe_qp_chk_attr). */
    @Test
    void rxeAllowsAccessFlagsOnlyForRcAndUc() {
        QpAttr access = QpAttr.builder().qpAccessFlags(AccessFlag.REMOTE_READ).build();
        QpAttr odd = QpAttr.builder().qpAccessFlags(AccessFlag.HUGETLB).build();

        assertThat(model("rxe").modifyQp(change(QpType.UC, in(QpState.RTS), access)))
                .isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model("rxe").modifyQp(change(QpType.UD, in(QpState.RTS), access))))
                .containsExactly("attr_mask");
        assertThat(attributes(model("rxe").modifyQp(change(QpType.RC, in(QpState.RTS), odd))))
                .containsExactly("qp_access_flags");
    }

    /** In Linux 6.1, a change sets cur_qp_state only with CUR_STATE, and then to the new state (rxe_qp_from_attr). */
    @Test
    void rxe61SetsTheCurrentStateOnlyWithItsMaskBit() {
        QpAttr now =
                QpAttr.builder().qpState(QpState.RTR).curQpState(QpState.RESET).build();
        QpAttr claiming = toRts().curQpState(QpState.RTR).build();

        assertThat(granted("rxe-6.1", change(QpType.RC, now, toRts().build())).curQpState())
                .isEqualTo(QpState.RESET);
        assertThat(granted("rxe-6.1", change(QpType.RC, now, claiming)).curQpState())
                .isEqualTo(QpState.RTS);
        assertThat(granted("rxe", change(QpType.RC, now, toRts().build())).curQpState())
                .isEqualTo(QpState.RTS);
    }

    // ---------------------------------------------------------------- texts

    @Test
    void aRefusalNamesTheStep() {
        QpAttr lacking = QpAttr.builder().qpState(QpState.RTS).build();
        QpAttr tooMuch = QpAttr.builder().qpState(QpState.ERR).timeout(1).build();

        assertThat(rule(change(QpType.RC, in(QpState.INIT), only(QpState.RTS))))
                .isEqualTo("there is no change of state INIT to RTS of RC");
        assertThat(rule(change(QpType.UC, in(QpState.RTR), lacking)))
                .isEqualTo("the change of state RTR to RTS of UC requires these attributes");
        assertThat(rule(change(QpType.UD, in(QpState.RTS), tooMuch)))
                .isEqualTo("the change of state RTS to ERR of UD does not take these attributes");
    }

    private static String rule(QpChange change) {
        return refusal(model("spec").modifyQp(change)).violations().get(0).rule();
    }

    private static QpAttr only(QpState state) {
        return QpAttr.builder().qpState(state).build();
    }

    private static QpAttr granted(String driver, QpChange change) {
        return model(driver).modifyQp(change).orElseThrow("ibv_modify_qp", driver);
    }

    private static List<String> attributes(Verdict<?> verdict) {
        return refusal(verdict).violations().stream().map(Violation::attribute).toList();
    }
}
