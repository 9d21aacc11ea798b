// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.verbena.core.model.drivers.DriverModelTest.model;
import static org.verbena.core.model.drivers.DriverModelTest.refusal;
import static org.verbena.core.model.drivers.QpRequests.extended;
import static org.verbena.core.model.drivers.QpRequests.plain;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.verbena.QpInitAttr;
import org.verbena.SrqInitAttr;
import org.verbena.attr.CqModeration;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.TmCap;
import org.verbena.error.Errno;
import org.verbena.error.Violation;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;

class Mlx5ModelTest {
    private static final QpCap SMALL = new QpCap(16, 16, 1, 1, 0);

    private final DriverModel mlx5 = model("mlx5");

    /** An entry of 1024 bytes begins with the segments that the operations and the type require. */
    @ParameterizedTest
    @CsvSource({"RC, 52, 828", "UC, 52, 828", "XRC_SEND, 51, 812", "UD, 60, 956", "RAW_PACKET, 61, 972"})
    void aSendEntryHasRoomForSegmentsAndData(QpType type, long sge, long inlineData) {
        QpCap cap = SMALL.withMaxRecvWr(0);

        assertEndsAt(sge, "max_send_sge", value -> plain(type, cap.withMaxSendSge(value), Optional.empty()));
        assertEndsAt(
                inlineData, "max_inline_data", value -> plain(type, cap.withMaxInlineData(value), Optional.empty()));
    }

    /**
     * The header and the elements share the 976 bytes after the control and Ethernet segments. The header is rounded up
     * to a multiple of 16 bytes.
     */
    @Test
    void theHeaderOfSegmentedTcpSharesTheEntry() {
        assertEndsAt(960, "max_tso_header", value -> segmenting((int) value));
    }

    private static QpRequest segmenting(int header) {
        return new QpRequest(
                true,
                QpType.RAW_PACKET.value(),
                SMALL,
                true,
                true,
                Optional.empty(),
                Flags.of(QpInitAttr.Mask.PD, QpInitAttr.Mask.MAX_TSO_HEADER),
                Flags.none(QpCreateFlag.class),
                header,
                OptionalInt.empty(),
                Optional.empty(),
                0,
                Flags.none(SendOp.class));
    }

    /**
     * mlx5_calc_sq_size limits the ring to 0x7fffffff bytes of maximum-size entries, even if the device has more
     * blocks.
     */
    @Test
    void theRingIsReckonedIn31Bits() {
        DriverModel large = mlx5.withLimits(mlx5.limits().with("max_send_wqebb", 1 << 22));

        assertEndsAt(
                large,
                2_097_151,
                "max_send_wr",
                value -> extended(
                        QpType.RC,
                        SMALL.withMaxSendWr(value),
                        Flags.of(QpInitAttr.Mask.PD, QpInitAttr.Mask.SEND_OPS_FLAGS),
                        Flags.none(QpCreateFlag.class),
                        Flags.of(SendOp.SEND)));
    }

    @Test
    void theRefusalNamesTheSizeOfAnEntry() {
        assertThat(refusal(mlx5.createQp(plain(QpType.UD, SMALL.withMaxSendWr(16385), Optional.empty())))
                        .violations())
                .singleElement()
                .satisfies(broken -> assertThat(broken.rule()).contains("an entry takes 128"));
        assertThat(refusal(mlx5.createQp(plain(QpType.UD, SMALL.withMaxSendSge(61), Optional.empty())))
                        .violations())
                .allSatisfy(broken -> assertThat(broken.rule()).contains("at most 1024 bytes"));
        assertThat(refusal(mlx5.createQp(segmenting(961))).violations())
                .allSatisfy(broken -> assertThat(broken.rule()).contains("at most 1024 bytes"));
    }

    // ---------------------------------------------------------------- builders

    /** Only builders of atomics require a device that reports atomics (mlx5_qp_fill_wr_pfns). */
    @ParameterizedTest
    @EnumSource(
            value = SendOp.class,
            names = {"ATOMIC_CMP_AND_SWP", "ATOMIC_FETCH_AND_ADD"})
    void buildersOfAtomicsWantADeviceThatHasThem(SendOp operation) {
        DriverModel without = mlx5.withLimits(mlx5.limits().with("atomic_cap", 0));
        QpRequest request = building(QpType.RC, operation);

        assertThat(mlx5.createQp(request)).isInstanceOf(Verdict.Granted.class);
        assertThat(refusal(without.createQp(request)).errno()).isEqualTo(Errno.EOPNOTSUPP);
        assertThat(without.createQp(building(QpType.RC, SendOp.RDMA_READ))).isInstanceOf(Verdict.Granted.class);
        assertThat(without.createQp(plain(QpType.RC, SMALL, Optional.empty()))).isInstanceOf(Verdict.Granted.class);
    }

    private static QpRequest building(QpType type, SendOp operation) {
        return extended(
                type,
                SMALL,
                Flags.of(QpInitAttr.Mask.PD, QpInitAttr.Mask.SEND_OPS_FLAGS),
                Flags.none(QpCreateFlag.class),
                Flags.of(operation));
    }

    // ---------------------------------------------------------------- underlay, hash without table

    @Test
    void underlayQueuePairsAreDatagramsOfInfiniBand() {
        DriverModel infiniBand = mlx5.withLimits(mlx5.limits().with("link_layer", 1));

        assertThat(infiniBand.createQp(underlay(QpType.UD, QpInitAttr.Mask.PD))).isInstanceOf(Verdict.Granted.class);
        assertThat(refusal(mlx5.createQp(underlay(QpType.UD, QpInitAttr.Mask.PD)))
                        .errno())
                .isEqualTo(Errno.EOPNOTSUPP);
        assertThat(refusal(infiniBand.createQp(underlay(QpType.RC, QpInitAttr.Mask.PD)))
                        .errno())
                .isEqualTo(Errno.EINVAL);
        assertThat(refusal(infiniBand.createQp(underlay(QpType.UD, QpInitAttr.Mask.SEND_OPS_FLAGS)))
                        .errno())
                .isEqualTo(Errno.EOPNOTSUPP);
    }

    private static QpRequest underlay(QpType type, QpInitAttr.Mask field) {
        return extended(
                type,
                SMALL,
                Flags.of(QpInitAttr.Mask.PD, QpInitAttr.Mask.CREATE_FLAGS, field),
                Flags.of(QpCreateFlag.SOURCE_QPN),
                Flags.of(SendOp.SEND));
    }

    /** For XRC, libibverbs does not pass the receive capabilities, so the kernel cannot reject them. */
    @Test
    void aHashWithoutATableFailsWithEfault() {
        assertThat(refusal(mlx5.createQp(hashed(QpType.RC, 16))).errno()).isEqualTo(Errno.EFAULT);
        assertThat(refusal(mlx5.createQp(hashed(QpType.RC, 32769))).errno()).isEqualTo(Errno.EINVAL);
        assertThat(mlx5.createQp(hashed(QpType.XRC_RECV, 32769))).isInstanceOf(Verdict.Granted.class);
    }

    private static QpRequest hashed(QpType type, long maxRecvWr) {
        return new QpRequest(
                true,
                type.value(),
                QpCap.ZERO.withMaxRecvWr(maxRecvWr),
                true,
                true,
                Optional.empty(),
                Flags.of(QpInitAttr.Mask.PD, QpInitAttr.Mask.XRCD, QpInitAttr.Mask.RX_HASH),
                Flags.none(QpCreateFlag.class),
                0,
                OptionalInt.empty(),
                Optional.of(RxHashConf.toeplitz(new byte[40], RxHashField.SRC_IPV4)),
                0,
                Flags.none(SendOp.class));
    }

    // ---------------------------------------------------------------- shared receive queues

    /** An entry has a control segment and the elements, 512 bytes in total. */
    @Test
    void aSharedEntryHasOneElementLess() {
        SrqAttr widest = new SrqAttr(16, 31, 0);

        assertThat(mlx5.createSrq(SrqRequest.plain(widest))).isInstanceOf(Verdict.Granted.class);
        assertThat(refusal(mlx5.createSrq(SrqRequest.plain(new SrqAttr(16, 32, 0))))
                        .violations())
                .singleElement()
                .satisfies(broken -> {
                    assertThat(broken.limit()).isEqualTo("31");
                    assertThat(broken.rule()).contains("at most 512 bytes");
                });
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "1, 1, 3", "100, 127, 255", "16383, 16383, 32767", "16384, 32767, 32767"})
    void aSharedQueueIsDoubledWhereThatFits(long asked, long granted, long queried) {
        SrqGrant grant =
                mlx5.createSrq(SrqRequest.plain(new SrqAttr(asked, 1, 0))).orElseThrow("ibv_create_srq", "mlx5");

        assertThat(grant.granted().maxWr()).isEqualTo(granted);
        assertThat(grant.queried().maxWr()).isEqualTo(queried);
    }

    @Test
    void aTagMatchingSrqRequiresACqAndAValidTagCount() {
        DriverModel matching = mlx5.withLimits(mlx5.limits().with("tm_caps.max_num_tags", 10));
        Flags<SrqInitAttr.Mask> whole =
                Flags.of(SrqInitAttr.Mask.TYPE, SrqInitAttr.Mask.PD, SrqInitAttr.Mask.CQ, SrqInitAttr.Mask.TM);

        assertThat(matching.createSrq(srq(SrqType.TM, whole, 10))).isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(matching.createSrq(srq(SrqType.TM, whole, 11)))).containsExactly("max_num_tags");
        assertThat(attributes(matching.createSrq(srq(SrqType.TM, whole, 0)))).containsExactly("max_num_tags");
        assertThat(attributes(matching.createSrq(srq(SrqType.TM, whole.without(SrqInitAttr.Mask.CQ), 10))))
                .containsExactly("comp_mask");
        assertThat(attributes(matching.createSrq(srq(SrqType.TM, whole.without(SrqInitAttr.Mask.TM), 10))))
                .containsExactly("comp_mask");
        // For other types, the tags are not checked.
        assertThat(mlx5.createSrq(srq(SrqType.BASIC, whole, 11))).isInstanceOf(Verdict.Granted.class);
    }

    @Test
    void anXrcQueueHasADomainAndACompletionQueue() {
        Flags<SrqInitAttr.Mask> whole =
                Flags.of(SrqInitAttr.Mask.TYPE, SrqInitAttr.Mask.PD, SrqInitAttr.Mask.XRCD, SrqInitAttr.Mask.CQ);

        for (DriverModel model : List.of(mlx5, model("mlx4"), model("hns"), model("spec"))) {
            assertThat(model.createSrq(srq(SrqType.XRC, whole, 0))).isInstanceOf(Verdict.Granted.class);
            assertThat(attributes(model.createSrq(srq(SrqType.XRC, whole.without(SrqInitAttr.Mask.CQ), 0))))
                    .containsExactly("comp_mask");
            assertThat(attributes(model.createSrq(srq(SrqType.XRC, whole.without(SrqInitAttr.Mask.XRCD), 0))))
                    .containsExactly("comp_mask");
            assertThat(attributes(model.createSrq(srq(SrqType.XRC, whole.without(SrqInitAttr.Mask.PD), 0))))
                    .containsExactly("comp_mask");
        }
    }

    @Test
    void thereAreThreeTypesOfSharedQueues() {
        SrqRequest unknown = new SrqRequest(
                true, new SrqAttr(16, 1, 0), 3, Flags.of(SrqInitAttr.Mask.TYPE, SrqInitAttr.Mask.PD), new TmCap(0, 0));

        for (String driver : List.of("mlx5", "mlx4", "hns", "spec", "rxe")) {
            assertThat(refusal(model(driver).createSrq(unknown)).violations())
                    .extracting(Violation::attribute, Violation::requested)
                    .contains(tuple("srq_type", "3"));
        }
        assertThat(refusal(model("rxe")
                                .createSrq(srq(SrqType.XRC, Flags.of(SrqInitAttr.Mask.TYPE, SrqInitAttr.Mask.PD), 0)))
                        .violations())
                .extracting(Violation::attribute)
                .contains("comp_mask", "srq_type");
    }

    private static SrqRequest srq(SrqType type, Flags<SrqInitAttr.Mask> mask, long tags) {
        return new SrqRequest(true, new SrqAttr(16, 1, 0), type.value(), mask, new TmCap(tags, 1));
    }

    // ---------------------------------------------------------------- completion queues

    @Test
    void thePeriodOfModerationHasTwelveBits() {
        assertThat(mlx5.moderateCq(new CqModeration(0xFFFF, 0xFFF)))
                .isEqualTo(new Verdict.Granted<>(new CqModeration(0xFFFF, 0xFFF)));
        assertThat(attributes(mlx5.moderateCq(new CqModeration(1, 0x1000)))).containsExactly("cq_period");
    }

    // ----------------------------------------------------------------

    private void assertEndsAt(long limit, String attribute, LongFunction<QpRequest> request) {
        assertEndsAt(mlx5, limit, attribute, request);
    }

    /** Asserts that the limit is granted, that one more is rejected, and that the refusal names the limit. */
    private static void assertEndsAt(DriverModel model, long limit, String attribute, LongFunction<QpRequest> request) {
        assertThat(model.createQp(request.apply(limit))).isInstanceOf(Verdict.Granted.class);
        assertThat(refusal(model.createQp(request.apply(limit + 1))).violations())
                .extracting(Violation::attribute, Violation::requested, Violation::limit)
                .containsExactly(tuple(attribute, Long.toString(limit + 1), Long.toString(limit)));
    }

    private static List<String> attributes(Verdict<?> verdict) {
        return refusal(verdict).violations().stream().map(Violation::attribute).toList();
    }
}
