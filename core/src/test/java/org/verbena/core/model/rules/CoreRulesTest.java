// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.verbena.core.model.drivers.DriverModelTest.model;
import static org.verbena.core.model.drivers.DriverModelTest.refusal;
import static org.verbena.core.model.drivers.QpRequests.extended;
import static org.verbena.core.model.drivers.QpRequests.plain;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqType;
import org.verbena.attr.WcFlag;
import org.verbena.core.model.DriverModels;
import org.verbena.error.Errno;
import org.verbena.error.Violation;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.Verdict;

/** Tests the requests for new queues that libibverbs and the kernel's core reject for every driver. */
class CoreRulesTest {
    private static final QpCap SMALL = new QpCap(16, 16, 1, 1, 0);

    private static Stream<DriverModel> all() {
        return DriverModels.all().stream();
    }

    @ParameterizedTest
    @MethodSource("all")
    void aCompletionVectorIsOneOfTheDevice(DriverModel usual) {
        DriverModel model = usual.withLimits(usual.limits().with("num_comp_vectors", 4));

        assertThat(model.createCq(CqRequest.plain(100, 0))).isInstanceOf(Verdict.Granted.class);
        assertThat(model.createCq(CqRequest.plain(100, 3))).isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model.createCq(CqRequest.plain(100, 4)))).containsExactly("comp_vector");
        assertThat(attributes(model.createCq(CqRequest.plain(100, -1)))).containsExactly("comp_vector");
    }

    /** C would dereference the pointers and crash. */
    @ParameterizedTest
    @MethodSource("all")
    void aQueuePairHasCompletionQueues(DriverModel model) {
        QpType type = model.name().equals("efa") ? QpType.UD : QpType.RC;

        assertThat(attributes(model.createQp(queues(type, false, true)))).contains("send_cq");
        assertThat(attributes(model.createQp(queues(type, true, false)))).contains("recv_cq");
        assertThat(model.createQp(queues(type, true, true))).isInstanceOf(Verdict.Granted.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlx5", "mlx4", "hns", "spec"})
    void anXrcInitiatorDoesNotReceive(String driver) {
        assertThat(model(driver).createQp(queues(QpType.XRC_SEND, true, false))).isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model(driver).createQp(queues(QpType.XRC_SEND, false, false))))
                .containsExactly("send_cq");
    }

    private static QpRequest queues(QpType type, boolean sendCq, boolean recvCq) {
        QpCap cap = type == QpType.XRC_SEND ? SMALL.withMaxRecvWr(0) : SMALL;
        return new QpRequest(
                false,
                type.value(),
                cap,
                sendCq,
                recvCq,
                Optional.empty(),
                Flags.of(QpInitAttr.Mask.PD),
                Flags.none(QpCreateFlag.class),
                0,
                OptionalInt.empty(),
                Optional.empty(),
                0,
                Flags.none(SendOp.class));
    }

    /** XRC shared receive queues and XRC targets require each other (UVERBS_METHOD_QP_CREATE). */
    @ParameterizedTest
    @CsvSource({"rxe", "rxe-6.1", "mlx5", "mlx4", "bnxt_re", "hns", "siw", "erdma", "irdma-gen3", "mana"})
    void sharedReceiveQueuesOfXrcAreForXrcTargets(String driver) {
        Verdict.Refused<QpGrant> refused =
                refusal(model(driver).createQp(plain(QpType.RC, SMALL, Optional.of(SrqType.XRC))));

        assertThat(refused.violations())
                .extracting(Violation::attribute, Violation::limit)
                .containsExactly(tuple("srq", "BASIC or TM"));
        assertThat(refused.errno()).isEqualTo(Errno.EINVAL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlx5", "mlx4", "hns"})
    void anXrcTargetRequiresAnXrcSrq(String driver) {
        assertThat(model(driver).createQp(target(SrqType.XRC))).isInstanceOf(Verdict.Granted.class);
        assertThat(refusal(model(driver).createQp(target(SrqType.BASIC))).violations())
                .extracting(Violation::limit)
                .containsExactly("XRC");
    }

    private static QpRequest target(SrqType srq) {
        return new QpRequest(
                true,
                QpType.XRC_RECV.value(),
                QpCap.ZERO,
                false,
                false,
                Optional.of(srq),
                Flags.of(QpInitAttr.Mask.XRCD),
                Flags.none(QpCreateFlag.class),
                0,
                OptionalInt.empty(),
                Optional.empty(),
                0,
                Flags.none(SendOp.class));
    }

    @ParameterizedTest
    @CsvSource({"RC, BLOCK_SELF_MCAST_LB", "UD, SCATTER_FCS", "RC, CVLAN_STRIPPING"})
    void createFlagsAreForDatagramsAndRawPackets(QpType type, QpCreateFlag flag) {
        QpRequest request = extended(
                type,
                SMALL,
                Flags.of(QpInitAttr.Mask.PD, QpInitAttr.Mask.CREATE_FLAGS),
                Flags.of(flag),
                Flags.none(SendOp.class));

        for (String driver : List.of("mlx5", "mlx4")) {
            assertThat(refusal(model(driver).createQp(request)).errno()).isEqualTo(Errno.EINVAL);
            assertThat(attributes(model(driver).createQp(request))).containsOnly("create_flags");
        }
    }

    // ---------------------------------------------------------------- extended completion queues

    /** libefa, libhns and librxe check the fields and the parent domain themselves, in different ways. */
    @ParameterizedTest
    @CsvSource({
        "efa, EOPNOTSUPP",
        "hns, EOPNOTSUPP",
        "rxe, EINVAL",
        "mlx5, EINVAL",
        "mlx4, EINVAL",
        "spec, EINVAL",
        "irdma, EOPNOTSUPP"
    })
    void anUnknownCompMaskBitOfACqIsRejected(String driver, String errno) {
        Flags<CqInitAttr.Mask> unknown = Flags.ofMask(CqInitAttr.Mask.class, 1 << 8);

        assertThat(refusal(model(driver).createCq(cq(unknown, Flags.none(WcFlag.class)))))
                .extracting(
                        refused -> refused.errno().name(),
                        refused -> refused.violations().get(0).attribute())
                .containsExactly(errno, "comp_mask");
    }

    @ParameterizedTest
    @ValueSource(strings = {"efa", "hns", "mlx5", "mlx4"})
    void aCompletionQueueHasNoParentDomain(String driver) {
        assertThat(refusal(model(driver).createCq(cq(Flags.of(CqInitAttr.Mask.PD), Flags.none(WcFlag.class))))
                        .violations())
                .extracting(Violation::attribute)
                .isNotEmpty()
                .allMatch(List.of("comp_mask", "parent_domain")::contains);
    }

    @ParameterizedTest
    @ValueSource(strings = {"efa", "hns", "rxe", "irdma"})
    void notEveryDriverReportsTheTimeOfACompletion(String driver) {
        Flags<CqInitAttr.Mask> none = Flags.none(CqInitAttr.Mask.class);

        assertThat(refusal(model(driver).createCq(cq(none, Flags.of(WcFlag.COMPLETION_TIMESTAMP_WALLCLOCK)))))
                .extracting(
                        Verdict.Refused::errno,
                        refused -> refused.violations().get(0).attribute())
                .containsExactly(Errno.EOPNOTSUPP, "wc_flags");
    }

    /** The kernel drivers of rxe, hns and irdma support no flag. libibverbs passes only IGNORE_OVERRUN to them. */
    @ParameterizedTest
    @CsvSource({"rxe, false", "hns, false", "irdma, false", "efa, false", "mlx4, false", "mlx5, true", "spec, true"})
    void notEveryDriverIgnoresOverruns(String driver, boolean granted) {
        CqRequest request = new CqRequest(
                true,
                100,
                0,
                Flags.none(WcFlag.class),
                Flags.of(CqCreateFlag.IGNORE_OVERRUN),
                Flags.of(CqInitAttr.Mask.FLAGS));

        Verdict<Integer> verdict = model(driver).createCq(request);

        assertThat(verdict instanceof Verdict.Granted).isEqualTo(granted);
        if (!granted) {
            assertThat(attributes(verdict)).containsExactly("flags");
        }
    }

    private static CqRequest cq(Flags<CqInitAttr.Mask> mask, Flags<WcFlag> fields) {
        return new CqRequest(true, 100, 0, fields, Flags.none(CqCreateFlag.class), mask);
    }

    /** A completion queue has from 1 to max_cqe entries. */
    @ParameterizedTest
    @CsvSource({"spec", "solaris", "aix", "rxe", "siw", "bnxt_re", "mlx5"})
    void aCompletionQueueHasEntries(String driver) {
        long most = model(driver).limits().get("max_cqe");

        assertThat(model(driver).createCq(CqRequest.plain(1, 0))).isInstanceOf(Verdict.Granted.class);
        assertThat(model(driver).createCq(CqRequest.plain((int) most, 0))).isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model(driver).createCq(CqRequest.plain(0, 0)))).containsExactly("cqe");
        assertThat(attributes(model(driver).createCq(CqRequest.plain((int) most + 1, 0))))
                .contains("cqe");
    }

    @ParameterizedTest
    @CsvSource({"spec", "solaris", "aix", "rxe", "irdma", "bnxt_re"})
    void aCompletionQueueIsResizedWithinTheSameBounds(String driver) {
        // irdma reserves one entry.
        int most = (int) model(driver).limits().get("max_cqe") - (driver.equals("irdma") ? 1 : 0);

        assertThat(model(driver).resizeCq(63, 100)).isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model(driver).resizeCq(63, 0))).contains("cqe");
        assertThat(attributes(model(driver).resizeCq(63, most + 1))).contains("cqe");
    }

    private static List<String> attributes(Verdict<?> verdict) {
        return refusal(verdict).violations().stream().map(Violation::attribute).toList();
    }
}
