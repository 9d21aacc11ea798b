// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.core.model.drivers.DriverModelTest.model;
import static org.verbena.core.model.drivers.DriverModelTest.refusal;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.SrqInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.TmCap;
import org.verbena.error.Violation;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.SrqChange;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;

/** Tests the limits of shared receive queues, and the attributes that can change. */
class SrqRulesTest {
    private static final SrqAttr NOW = new SrqAttr(127, 1, 10);

    @ParameterizedTest
    @ValueSource(strings = {"spec", "rxe", "mlx5", "mlx4", "irdma-gen3", "bnxt_re", "hns", "siw"})
    void theLimitIsWithinTheQueue(String driver) {
        Flags<SrqAttr.Mask> limit = Flags.of(SrqAttr.Mask.LIMIT);

        assertThat(model(driver).modifySrq(new SrqChange(NOW, new SrqAttr(0, 0, 127), limit)))
                .isEqualTo(new Verdict.Granted<>(new SrqAttr(127, 1, 127)));
        assertThat(attributes(model(driver).modifySrq(new SrqChange(NOW, new SrqAttr(0, 0, 128), limit))))
                .containsExactly("srq_limit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"spec", "rxe", "mlx5", "mlx4", "irdma-gen3", "hns", "siw"})
    void attributesOutsideTheMaskAreKept(String driver) {
        SrqChange nothing = new SrqChange(NOW, new SrqAttr(5, 5, 500), Flags.none(SrqAttr.Mask.class));

        assertThat(model(driver).modifySrq(nothing)).isEqualTo(new Verdict.Granted<>(NOW));
    }

    /** Of the drivers, only rxe resizes shared receive queues. */
    @ParameterizedTest
    @CsvSource({"mlx5, EINVAL", "mlx4, EINVAL", "irdma-gen3, EINVAL", "hns, EOPNOTSUPP", "siw, EOPNOTSUPP"})
    void mostDriversDoNotResize(String driver, String errno) {
        assertThat(refusal(model(driver).modifySrq(resize(60))).errno().name()).isEqualTo(errno);
    }

    @Test
    void rxeResizesDownToItsLimit() {
        long most = model("rxe").limits().get("max_srq_wr");

        assertThat(model("rxe").modifySrq(resize(10))).isEqualTo(new Verdict.Granted<>(new SrqAttr(15, 1, 10)));
        assertThat(attributes(model("rxe").modifySrq(resize(9)))).containsExactly("max_wr");
        assertThat(model("rxe").modifySrq(resize(most))).isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model("rxe").modifySrq(resize(most + 1)))).containsExactly("max_wr");
    }

    @Test
    void theSpecModelResizesUpToTheLimitOfTheDevice() {
        long most = model("spec").limits().get("max_srq_wr");

        assertThat(model("spec").modifySrq(resize(most))).isEqualTo(new Verdict.Granted<>(new SrqAttr(most, 1, 10)));
        assertThat(attributes(model("spec").modifySrq(resize(most + 1)))).containsExactly("max_wr");
    }

    private static SrqChange resize(long maxWr) {
        return new SrqChange(NOW, new SrqAttr(maxWr, 0, 0), Flags.of(SrqAttr.Mask.MAX_WR));
    }

    // ---------------------------------------------------------------- creation

    @ParameterizedTest
    @ValueSource(strings = {"spec", "solaris", "rxe", "siw"})
    void theDeviceLimitsTheSizeOfAQueue(String driver) {
        long wr = model(driver).limits().get("max_srq_wr");
        long sge = model(driver).limits().get("max_srq_sge");

        assertThat(model(driver).createSrq(SrqRequest.plain(new SrqAttr(wr, sge, 0))))
                .isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model(driver).createSrq(SrqRequest.plain(new SrqAttr(wr + 1, sge + 1, 0)))))
                .containsExactly("max_wr", "max_sge");
    }

    @Test
    void theExtendedCallIsHeldToTheSameLimits() {
        Limits limits = model("spec").limits();
        SrqAttr most = new SrqAttr(limits.get("max_srq_wr"), limits.get("max_srq_sge"), 0);
        SrqAttr beyond = new SrqAttr(most.maxWr() + 1, most.maxSge() + 1, 0);
        // A BASIC queue does not use XRCD, but with XRCD the extended call does not use the plain call.
        Flags<SrqInitAttr.Mask> mask = Flags.of(SrqInitAttr.Mask.TYPE, SrqInitAttr.Mask.PD, SrqInitAttr.Mask.XRCD);

        assertThat(model("spec").createSrq(extended(most, SrqType.BASIC, mask, 0)))
                .isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model("spec").createSrq(extended(beyond, SrqType.BASIC, mask, 0))))
                .containsExactly("max_wr", "max_sge");
    }

    @Test
    void tagsAreMatchedOnADeviceThatReportsSome() {
        DriverModel usual = model("spec");
        DriverModel model = usual.withLimits(usual.limits().with("tm_caps.max_num_tags", 10));
        Flags<SrqInitAttr.Mask> mask =
                Flags.of(SrqInitAttr.Mask.TYPE, SrqInitAttr.Mask.PD, SrqInitAttr.Mask.CQ, SrqInitAttr.Mask.TM);
        SrqAttr small = new SrqAttr(16, 1, 0);

        assertThat(model.createSrq(extended(small, SrqType.TM, mask, 10))).isInstanceOf(Verdict.Granted.class);
        assertThat(attributes(model.createSrq(extended(small, SrqType.TM, mask, 11))))
                .containsExactly("max_num_tags");
    }

    private static SrqRequest extended(SrqAttr attr, SrqType type, Flags<SrqInitAttr.Mask> mask, long tags) {
        return new SrqRequest(true, attr, type.value(), mask, new TmCap(tags, 1));
    }

    private static List<String> attributes(Verdict<?> verdict) {
        return refusal(verdict).violations().stream().map(Violation::attribute).toList();
    }
}
