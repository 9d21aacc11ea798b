// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.QpInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.core.model.DriverModels;
import org.verbena.core.model.rules.Checklist;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.Verdict;
import org.verbena.spi.model.WqRequest;

public class DriverModelTest {
    private static final QpCap SMALL = new QpCap(16, 16, 1, 1, 0);

    @Test
    void aRefusalNamesAttributeRequestLimitAndSource() {
        DriverModel mlx5 = model("mlx5");

        Verdict<QpGrant> verdict =
                mlx5.createQp(QpRequests.plain(QpType.RC, SMALL.withMaxSendWr(32768), Optional.empty()));

        // The device reports max_qp_wr 32768, but entries of a plain RC queue pair take four blocks each.
        assertThat(refusal(verdict).errno()).isEqualTo(Errno.EINVAL);
        assertThat(refusal(verdict).violations())
                .singleElement()
                .isEqualTo(new Violation(
                        "max_send_wr",
                        "32768",
                        "8192",
                        "the queue has at most 32768 blocks of 64 bytes (max_qp_wr), and an entry takes 256 "
                                + "bytes; 192 of them are reserved for the segments of BIND_MW and LOCAL_INV, because a "
                                + "queue pair without send_ops_flags supports every operation; ibv_create_qp_ex(3) with "
                                + "fewer operations allows more entries",
                        "rdma-core providers/mlx5/verbs.c: mlx5_calc_sq_size"));
    }

    @Test
    void everyRuleOfALayerIsReportedInItsOrder() {
        Verdict<QpGrant> verdict =
                model("rxe").createQp(QpRequests.plain(QpType.UD, new QpCap(1 << 21, 1, 33, 1, 513), Optional.empty()));

        assertThat(refusal(verdict).violations())
                .extracting(Violation::attribute)
                .containsExactly("max_send_wr", "max_send_sge", "max_inline_data");
    }

    @Test
    void aSmallerDeviceIsTheSameModelWithOtherNumbers() {
        DriverModel rxe = model("rxe");
        DriverModel small = rxe.withLimits(rxe.limits().with("max_qp_wr", 10));

        assertThat(small.createQp(QpRequests.plain(QpType.RC, SMALL, Optional.empty())))
                .isInstanceOf(Verdict.Refused.class);
        assertThat(small.deviceAttr(1).maxQpWr()).isEqualTo(10);
        assertThat(rxe.deviceAttr(1).maxQpWr()).isEqualTo(1 << 20);
    }

    @Test
    void anUnknownLimitIsRefusedWithTheKnownOnes() {
        Limits limits = model("rxe").limits();

        assertThatThrownBy(() -> limits.with("max_qps", 1))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("max_qps")
                .hasMessageContaining("max_qp_wr");
        assertThatThrownBy(() -> limits.with("max_qp", -1)).hasMessageContaining("max_qp = -1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"spec", "mlx5", "rxe"})
    void aMaskOfThePdAloneIsThePlainCall(String name) {
        QpRequest request = QpRequests.extended(
                QpType.RC,
                SMALL,
                Flags.of(QpInitAttr.Mask.PD),
                Flags.of(QpCreateFlag.SCATTER_FCS),
                Flags.of(SendOp.TSO));

        Verdict<QpGrant> verdict = model(name).createQp(request);

        assertThat(verdict).isEqualTo(model(name).createQp(QpRequests.plain(QpType.RC, SMALL, Optional.empty())));
        assertThat(verdict.orElseThrow("ibv_create_qp_ex", name).builders()).isEmpty();
    }

    @Test
    void aRefusalBecomesTheExceptionThatAnApplicationSees() {
        Verdict<WqRequest> verdict = Checklist.unsupported("ibv_create_wq");

        assertThatThrownBy(() -> verdict.orElseThrow("ibv_create_wq", "device sim"))
                .isInstanceOfSatisfying(VerbsException.class, e -> {
                    assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP);
                    assertThat(e.diagnosis().violations()).hasSize(1);
                })
                .hasMessageContaining("device sim");
    }

    @Test
    void linux61ChecksTheStateTableForEveryChange() {
        QpAttr now = QpAttr.builder().qpState(QpState.RESET).build();
        QpChange change = new QpChange(
                QpType.RC.value(), false, now, QpAttr.builder().maxRdAtomic(5).build());

        Verdict<QpAttr> older = model("rxe-6.1").modifyQp(change);
        Verdict<QpAttr> newer = model("rxe-6.12").modifyQp(change);

        assertThat(refusal(older).violations())
                .extracting(Violation::attribute, Violation::limit)
                .containsExactly(tuple("attr_mask", "without MAX_QP_RD_ATOMIC"));
        assertThat(newer.orElseThrow("ibv_modify_qp", "rxe").maxRdAtomic()).isEqualTo(8);
    }

    @Test
    void linux61GrantsTheRequestAndReportsRingsInQueries() {
        QpGrant grant = model("rxe-6.1")
                .createQp(QpRequests.plain(QpType.RC, SMALL, Optional.empty()))
                .orElseThrow("ibv_create_qp", "rxe-6.1");

        assertThat(grant.granted()).isEqualTo(SMALL.withMaxInlineData(16));
        assertThat(grant.queried()).isEqualTo(new QpCap(31, 31, 1, 1, 16));
        assertThat(model("rxe-6.1").portAttr().maxMsgSz()).isEqualTo(8 << 20);
    }

    @Test
    void modelsAreFoundByNameAndAlias() {
        assertThat(DriverModels.all())
                .extracting(DriverModel::name)
                .contains("spec", "rxe", "rxe-6.1", "mlx5")
                .doesNotHaveDuplicates();
        assertThat(model("rxe-6.12")).isSameAs(model("rxe"));
        assertThat(DriverModels.find("cx7")).isEmpty();
    }

    public static DriverModel model(String name) {
        return DriverModels.find(name).orElseThrow();
    }

    public static <G> Verdict.Refused<G> refusal(Verdict<G> verdict) {
        assertThat(verdict).isInstanceOf(Verdict.Refused.class);
        Verdict.Refused<G> refused = (Verdict.Refused<G>) verdict;
        assertThat(refused.violations()).isNotEmpty().allSatisfy(broken -> {
            assertThat(broken.limit()).isNotBlank();
            assertThat(broken.rule()).isNotBlank();
        });
        return refused;
    }
}
