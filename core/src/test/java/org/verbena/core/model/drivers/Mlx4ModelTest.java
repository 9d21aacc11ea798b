// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.verbena.core.model.drivers.DriverModelTest.model;
import static org.verbena.core.model.drivers.DriverModelTest.refusal;
import static org.verbena.core.model.drivers.QpRequests.plain;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqType;
import org.verbena.attr.WcFlag;
import org.verbena.error.Errno;
import org.verbena.error.Violation;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.Verdict;

class Mlx4ModelTest {
    private static final QpCap SMALL = new QpCap(16, 16, 1, 1, 0);

    private final DriverModel mlx4 = model("mlx4");

    /** The library checks the reported limits. The kernel checks the limits of the firmware (set_rq_size). */
    @Test
    void theKernelChecksTheFirmwareLimitsOfReceives() {
        DriverModel small =
                mlx4.withLimits(mlx4.limits().with("fw_max_wqes", 133).with("fw_max_rq_sg", 4));
        QpCap most = SMALL.withMaxRecvWr(100).withMaxRecvSge(4);

        assertThat(small.createQp(plain(QpType.RC, most, Optional.empty()))).isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(small.createQp(plain(QpType.RC, most.withMaxRecvWr(101), Optional.empty()))))
                .containsExactly("max_recv_wr");
        assertThat(attributes(small.createQp(plain(QpType.RC, most.withMaxRecvSge(5), Optional.empty()))))
                .containsExactly("max_recv_sge");
        // A shared receive queue replaces the ring, so only the limits of the library apply.
        assertThat(small.createQp(plain(QpType.RC, most.withMaxRecvWr(101), Optional.of(SrqType.BASIC))))
                .isInstanceOf(Verdict.Granted.class);
    }

    /** set_user_sq_size leaves 2048 bytes and one entry free, because the device prefetches them. */
    @Test
    void aDeepSendQueueKeepsEntriesFree() {
        DriverModel reporting = mlx4.withLimits(mlx4.limits().with("max_qp_wr", 20_000));

        assertThat(reporting.createQp(plain(QpType.RC, SMALL.withMaxSendWr(16351), Optional.empty())))
                .isInstanceOf(Verdict.Granted.class);
        assertThat(refusal(reporting.createQp(plain(QpType.RC, SMALL.withMaxSendWr(16352), Optional.empty())))
                        .violations())
                .singleElement()
                .satisfies(broken -> {
                    assertThat(broken.limit()).isEqualTo("16351");
                    assertThat(broken.rule()).contains("33 entries of 64 bytes stay free");
                });
    }

    @Test
    void theRefusalOfATooLargeEntryNamesItsSize() {
        assertThat(refusal(mlx4.createQp(plain(QpType.RC, SMALL.withMaxInlineData(929), Optional.empty())))
                        .violations())
                .allSatisfy(broken -> assertThat(broken.rule()).contains("an entry of 2048 bytes"));
    }

    /**
     * An XRC target never sends, but set_kernel_sq_size lays out its send queue. An entry has 1008 bytes, 16 of them
     * for the control segment.
     */
    @Test
    void theQueueOfATargetIsLaidOutByTheKernel() {
        assertThat(mlx4.createQp(target(QpCap.ZERO.withMaxSendSge(32).withMaxInlineData(988))))
                .isInstanceOf(Verdict.Granted.class);
        assertThat(refusal(mlx4.createQp(target(QpCap.ZERO.withMaxInlineData(989))))
                        .violations())
                .extracting(Violation::attribute, Violation::limit)
                .containsExactly(tuple("max_inline_data", "988"));

        DriverModel narrow = mlx4.withLimits(mlx4.limits().with("fw_max_sq_desc_sz", 272));
        assertThat(narrow.createQp(target(QpCap.ZERO.withMaxSendSge(16)))).isInstanceOf(Verdict.Granted.class);
        assertThat(refusal(narrow.createQp(target(QpCap.ZERO.withMaxSendSge(17))))
                        .violations())
                .extracting(Violation::attribute, Violation::limit)
                .containsExactly(tuple("max_send_sge", "16"));
    }

    private static QpRequest target(QpCap cap) {
        return new QpRequest(
                true,
                QpType.XRC_RECV.value(),
                cap,
                false,
                false,
                Optional.empty(),
                Flags.of(QpInitAttr.Mask.XRCD),
                Flags.none(QpCreateFlag.class),
                0,
                OptionalInt.empty(),
                Optional.empty(),
                0,
                Flags.none(SendOp.class));
    }

    /** The library checks the port before it checks the rest of the mask. */
    @Test
    void aPortIsLookedUpFirst() {
        QpAttr attr = QpAttr.builder().portNum(2).rateLimit(1).build();

        assertThat(refusal(mlx4.modifyQp(QpChanges.change(QpType.RC, QpChanges.in(QpState.INIT), attr))))
                .extracting(
                        Verdict.Refused::errno,
                        refused -> refused.violations().get(0).source())
                .containsExactly(Errno.EINVAL, "rdma-core providers/mlx4/verbs.c: mlx4_modify_qp");
    }

    // ---------------------------------------------------------------- completion queues

    /** The library limits the size of the ring to 22 bits. The kernel checks the limit of the device. */
    @ParameterizedTest
    @CsvSource({
        "-1, 'rdma-core providers/mlx4/verbs.c: create_cq'",
        "4194304, 'rdma-core providers/mlx4/verbs.c: create_cq'",
        "0, 'Linux drivers/infiniband/hw/mlx4/cq.c: mlx4_ib_create_cq'",
        "1024, 'Linux drivers/infiniband/hw/mlx4/cq.c: mlx4_ib_create_cq'"
    })
    void libraryAndKernelBothCheckTheCqSize(int cqe, String source) {
        DriverModel small = mlx4.withLimits(mlx4.limits().with("max_cqe", 1023));

        assertThat(small.createCq(CqRequest.plain(1023, 0))).isEqualTo(new Verdict.Granted<>(1023));
        assertThat(mlx4.createCq(CqRequest.plain(4_194_303, 0))).isEqualTo(new Verdict.Granted<>(4_194_303));
        assertThat(refusal(small.createCq(CqRequest.plain(cqe, 0))).violations())
                .extracting(Violation::source)
                .containsExactly(source);
    }

    @ParameterizedTest
    @CsvSource({"SLID, false", "SL, false", "IMM, true"})
    void aTimestampExcludesSlidAndSl(WcFlag beside, boolean granted) {
        CqRequest stamped = cq(Flags.of(WcFlag.COMPLETION_TIMESTAMP, beside));

        assertThat(mlx4.createCq(stamped) instanceof Verdict.Granted).isEqualTo(granted);
        assertThat(mlx4.createCq(cq(Flags.of(beside)))).isInstanceOf(Verdict.Granted.class);
    }

    private static CqRequest cq(Flags<WcFlag> fields) {
        return new CqRequest(true, 100, 0, fields, Flags.none(CqCreateFlag.class), Flags.none(CqInitAttr.Mask.class));
    }

    // ---------------------------------------------------------------- shared receive queues

    @Test
    void aBasicSrqHasANumberOnlyInMlx5() {
        assertThat(refusal(mlx4.getSrqNum(SrqType.BASIC)).errno()).isEqualTo(Errno.EOPNOTSUPP);
        assertThat(refusal(model("spec").getSrqNum(SrqType.BASIC)).errno()).isEqualTo(Errno.EINVAL);
        assertThat(model("mlx5").getSrqNum(SrqType.BASIC)).isEqualTo(new Verdict.Granted<>(SrqType.BASIC));
    }

    private static List<String> attributes(Verdict<?> verdict) {
        return refusal(verdict).violations().stream().map(Violation::attribute).toList();
    }
}
