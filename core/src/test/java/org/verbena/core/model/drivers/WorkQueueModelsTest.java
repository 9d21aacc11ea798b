// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.verbena.core.model.drivers.DriverModelTest.model;
import static org.verbena.core.model.drivers.DriverModelTest.refusal;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.WqInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqState;
import org.verbena.attr.WqType;
import org.verbena.error.Errno;
import org.verbena.error.Violation;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.RwqIndTableRequest;
import org.verbena.spi.model.Verdict;
import org.verbena.spi.model.WqChange;
import org.verbena.spi.model.WqRequest;

/** Tests the work queues and indirection tables of the drivers that support them. */
class WorkQueueModelsTest {
    private static final Flags<WqFlag> NO_FLAGS = Flags.none(WqFlag.class);

    // ---------------------------------------------------------------- states

    /** A work queue changes from RESET only to RDY, and from ERR only to RESET. Keeping the state is permitted. */
    @ParameterizedTest
    @CsvSource({
        "RESET, RESET, true", "RESET, RDY, true", "RESET, ERR, false",
        "RDY, RESET, true", "RDY, RDY, true", "RDY, ERR, true",
        "ERR, RESET, true", "ERR, RDY, false", "ERR, ERR, true"
    })
    void statesChangeAsTheTableHasIt(WqState from, WqState to, boolean granted) {
        for (String driver : List.of("spec", "mlx5", "mlx4")) {
            Verdict<WqState> verdict = modify(driver, from, WqAttr.builder().wqState(to));

            assertThat(verdict instanceof Verdict.Granted).as(driver).isEqualTo(granted);
            if (granted) {
                assertThat(verdict).isEqualTo(new Verdict.Granted<>(to));
            } else {
                assertThat(refusal(verdict).violations())
                        .allSatisfy(broken -> assertThat(broken.rule()).contains("no such change from " + from));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"CVLAN_STRIPPING, true", "SCATTER_FCS, false", "DELAY_DROP, false", "PCI_WRITE_END_PADDING, false"})
    void thePagesChangeOnlyTheStrippingOfTags(WqFlag flag, boolean granted) {
        Verdict<WqState> verdict =
                modify("spec", WqState.RDY, WqAttr.builder().flags(NO_FLAGS).flagsMask(flag));

        if (granted) {
            assertThat(verdict).isEqualTo(new Verdict.Granted<>(WqState.RDY));
        } else {
            assertRefused(verdict, Errno.EOPNOTSUPP, "flags_mask");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"spec", "mlx5", "mlx4"})
    void unknownStatesMasksAndFlagsAreRejected(String driver) {
        assertRefused(modify(driver, WqState.RESET, WqAttr.builder().wqStateCode(3)), Errno.EINVAL, "wq_state");
        assertThat(refusal(modify(driver, WqState.RESET, WqAttr.builder().wqStateCode(3)))
                        .violations())
                .extracting(Violation::limit)
                .containsExactly("0..2");
        assertRefused(
                modify(driver, WqState.RESET, WqAttr.builder().currWqStateCode(3)), Errno.EINVAL, "curr_wq_state");
        assertRefused(modify(driver, WqState.RESET, WqAttr.builder()), Errno.EINVAL, "attr_mask");
        assertRefused(
                modify(driver, WqState.RESET, WqAttr.builder().attrMask(Flags.ofMask(WqAttr.Mask.class, 8))),
                Errno.EINVAL,
                "attr_mask");
        assertRefused(
                modify(driver, WqState.RESET, WqAttr.builder().flagsMask(Flags.ofMask(WqFlag.class, 1 << 9))),
                Errno.EOPNOTSUPP,
                "flags_mask");
    }

    /**
     * The library of mlx5 verifies the current state before a change to RDY, and its kernel driver before other
     * changes. The manual pages require the check for every change. mlx4 does not check.
     */
    @Test
    void mostModelsCheckTheCurrentState() {
        WqAttr.Builder ready = WqAttr.builder().currWqState(WqState.RESET).wqState(WqState.RDY);
        WqAttr.Builder failed = WqAttr.builder().currWqState(WqState.RDY).wqState(WqState.ERR);

        assertThat(modify("mlx5", WqState.RESET, ready)).isEqualTo(new Verdict.Granted<>(WqState.RDY));
        assertThat(refusal(modify("mlx5", WqState.RDY, ready)).violations())
                .extracting(Violation::source)
                .containsExactly("rdma-core providers/mlx5/verbs.c: mlx5_modify_wq");
        assertThat(refusal(modify("mlx5", WqState.RESET, failed)).violations())
                .extracting(Violation::source)
                .containsOnly("Linux drivers/infiniband/hw/mlx5/qp.c: mlx5_ib_modify_wq")
                .isNotEmpty();
        assertThat(refusal(modify("spec", WqState.RDY, ready)).violations())
                .extracting(Violation::attribute)
                .containsExactly("curr_wq_state");
        assertThat(modify("mlx4", WqState.ERR, ready)).isEqualTo(new Verdict.Granted<>(WqState.RDY));
    }

    @Test
    void aCurrentStateAloneChangesNothing() {
        WqAttr.Builder claim = WqAttr.builder().currWqState(WqState.RDY);

        for (String driver : List.of("spec", "mlx5", "mlx4")) {
            assertThat(modify(driver, WqState.RDY, claim)).isEqualTo(new Verdict.Granted<>(WqState.RDY));
        }
    }

    @Test
    void mostFlagsCannotBeModified() {
        WqAttr.Builder padding = WqAttr.builder().flagsMask(WqFlag.PCI_WRITE_END_PADDING);
        WqAttr.Builder stripping = WqAttr.builder().flagsMask(WqFlag.CVLAN_STRIPPING);
        // Without FLAGS in attr_mask, flags_mask has no effect.
        WqAttr.Builder uncounted = WqAttr.builder()
                .wqState(WqState.RDY)
                .flagsMask(WqFlag.PCI_WRITE_END_PADDING)
                .attrMask(Flags.of(WqAttr.Mask.STATE));

        assertRefused(modify("mlx5", WqState.RDY, padding), Errno.EOPNOTSUPP, "flags_mask");
        assertThat(modify("mlx5", WqState.RDY, stripping)).isEqualTo(new Verdict.Granted<>(WqState.RDY));
        assertThat(modify("mlx5", WqState.RESET, uncounted)).isEqualTo(new Verdict.Granted<>(WqState.RDY));
        assertRefused(modify("mlx4", WqState.RDY, stripping), Errno.EOPNOTSUPP, "attr_mask");
    }

    private static Verdict<WqState> modify(String driver, WqState now, WqAttr.Builder attr) {
        return model(driver).modifyWq(new WqChange(now, attr.build()));
    }

    private static void assertRefused(Verdict<?> verdict, Errno errno, String attribute) {
        assertThat(refusal(verdict))
                .extracting(
                        Verdict.Refused::errno,
                        refused -> refused.violations().get(0).attribute())
                .containsExactly(errno, attribute);
    }

    // ---------------------------------------------------------------- creation

    @ParameterizedTest
    @CsvSource({"spec, max_qp_wr, max_sge", "mlx4, max_qp_wr, max_sge"})
    void aWorkQueueIsHeldToTheLimitsOfQueuePairs(String driver, String wr, String sge) {
        long maxWr = model(driver).limits().get(wr);
        long maxSge = model(driver).limits().get(sge);

        assertThat(create(driver, maxWr, maxSge)).isEqualTo(new Verdict.Granted<>(new WqCap(maxWr, maxSge)));
        assertRefused(create(driver, maxWr + 1, 1), Errno.EINVAL, "max_wr");
        assertRefused(create(driver, 1, maxSge + 1), Errno.EINVAL, "max_sge");
    }

    @Test
    void aWorkQueueHasEntries() {
        assertRefused(create("spec", 0, 1), Errno.EINVAL, "max_wr");
        assertRefused(create("mlx5", 0, 1), Errno.EINVAL, "max_wr");
        assertThat(create("spec", 1, 1)).isEqualTo(new Verdict.Granted<>(new WqCap(1, 1)));
        assertThat(create("mlx4", 0, 0)).isEqualTo(new Verdict.Granted<>(new WqCap(1, 1)));
    }

    /** The library checks the reported limits. The kernel checks the limits of the firmware (set_rq_size). */
    @Test
    void theKernelOfMlx4ChecksTheFirmwareLimits() {
        DriverModel usual = model("mlx4");
        DriverModel small =
                usual.withLimits(usual.limits().with("fw_max_wqes", 133).with("fw_max_rq_sg", 4));

        assertThat(small.createWq(request(WqType.RQ.value(), 100, 4, NO_FLAGS, false)))
                .isInstanceOf(Verdict.Granted.class);
        assertRefused(small.createWq(request(WqType.RQ.value(), 101, 4, NO_FLAGS, false)), Errno.EINVAL, "max_wr");
        assertRefused(small.createWq(request(WqType.RQ.value(), 100, 5, NO_FLAGS, false)), Errno.EINVAL, "max_sge");
    }

    @ParameterizedTest
    @CsvSource({"spec, EINVAL", "mlx5, EINVAL", "mlx4, EOPNOTSUPP", "mana, EINVAL"})
    void thereAreReceiveWorkQueuesAlone(String driver, String errno) {
        assertThat(refusal(model(driver).createWq(request(1, 64, 1, NO_FLAGS, false))))
                .extracting(
                        refused -> refused.errno().name(),
                        refused -> refused.violations().get(0).attribute())
                .containsExactly(errno, "wq_type");
    }

    @ParameterizedTest
    @CsvSource({"spec, EOPNOTSUPP", "mlx5, EOPNOTSUPP", "mlx4, EOPNOTSUPP", "mana, EOPNOTSUPP"})
    void anUnknownFlagIsRejectedOnlyWithTheMaskFlags(String driver, String errno) {
        Flags<WqFlag> unknown = Flags.ofMask(WqFlag.class, 1 << 9);

        assertThat(refusal(model(driver).createWq(request(WqType.RQ.value(), 64, 1, unknown, true)))
                        .errno()
                        .name())
                .isEqualTo(errno);
        assertThat(model(driver).createWq(request(WqType.RQ.value(), 64, 1, unknown, false)))
                .isInstanceOf(Verdict.Granted.class);
    }

    /** IBV_RAW_PACKET_CAP_SCATTER_FCS is bit 1. */
    @Test
    void mlx4KeepsTheChecksumOfAFrameWhereItCan() {
        DriverModel keeping = model("mlx4");
        DriverModel dropping = keeping.withLimits(keeping.limits().with("raw_packet_caps", 0b1101));
        WqRequest request = request(WqType.RQ.value(), 64, 1, Flags.of(WqFlag.SCATTER_FCS), true);

        assertThat(keeping.createWq(request)).isInstanceOf(Verdict.Granted.class);
        assertRefused(dropping.createWq(request), Errno.EOPNOTSUPP, "create_flags");
    }

    private static Verdict<WqCap> create(String driver, long maxWr, long maxSge) {
        return model(driver).createWq(request(WqType.RQ.value(), maxWr, maxSge, NO_FLAGS, false));
    }

    private static WqRequest request(int type, long maxWr, long maxSge, Flags<WqFlag> flags, boolean count) {
        Flags<WqInitAttr.Mask> mask = count ? Flags.of(WqInitAttr.Mask.FLAGS) : Flags.none(WqInitAttr.Mask.class);
        return new WqRequest(type, maxWr, maxSge, flags, mask);
    }

    // ---------------------------------------------------------------- indirection tables

    @ParameterizedTest
    @CsvSource({"spec", "mlx5", "mlx4"})
    void aTableFitsTheDevice(String driver) {
        DriverModel usual = model(driver);
        DriverModel model = usual.withLimits(usual.limits().with("rss_caps.max_rwq_indirection_table_size", 1 << 4));

        assertThat(model.createRwqIndTable(table(1 << 4))).isEqualTo(new Verdict.Granted<>(table(1 << 4)));
        assertRefused(model.createRwqIndTable(table(1 << 5)), Errno.EINVAL, "log_ind_tbl_size");
    }

    /** The kernel limits a table to 2<sup>13</sup> slots, independent of the device. */
    @ParameterizedTest
    @CsvSource({"spec", "mlx5", "mlx4", "mana"})
    void aTableHas8192SlotsAtMost(String driver) {
        DriverModel usual = model(driver);
        // mana checks the size later, when a queue pair is created.
        DriverModel large = driver.equals("mana")
                ? usual
                : usual.withLimits(usual.limits().with("rss_caps.max_rwq_indirection_table_size", 1 << 20));

        assertThat(large.createRwqIndTable(table(1 << 13))).isInstanceOf(Verdict.Granted.class);
        assertRefused(large.createRwqIndTable(table(1 << 14)), Errno.EINVAL, "log_ind_tbl_size");
        assertRefused(large.createRwqIndTable(new RwqIndTableRequest(List.of(0L), 1)), Errno.EINVAL, "comp_mask");
    }

    /** The hardware stores only the first number and the size of the table (mlx4_ib_create_rwq_ind_table). */
    @Test
    void aTableOfMlx4HasConsecutiveNumbersFromAMultipleOfItsSize() {
        assertThat(table("mlx4", 8, 9, 10, 11)).isInstanceOf(Verdict.Granted.class);
        assertThat(table("mlx4", 6)).isInstanceOf(Verdict.Granted.class);
        assertThat(violated("mlx4", 6, 7, 8, 9)).containsExactly("ind_tbl[0].wq_num");
        assertThat(violated("mlx4", 8, 9, 10, 12)).containsExactly("ind_tbl[3].wq_num");
        assertThat(violated("mlx4", 9, 8)).containsExactly("ind_tbl[0].wq_num", "ind_tbl[1].wq_num");
        assertThat(refusal(table("mlx4", 8, 8)).violations())
                .extracting(Violation::requested, Violation::limit)
                .containsExactly(tuple("8", "9"));
        assertThat(table("mlx5", 9, 7)).isInstanceOf(Verdict.Granted.class);
    }

    private static RwqIndTableRequest table(int size) {
        return new RwqIndTableRequest(LongStream.range(0, size).boxed().toList(), 0);
    }

    private static Verdict<RwqIndTableRequest> table(String driver, long... numbers) {
        return model(driver)
                .createRwqIndTable(
                        new RwqIndTableRequest(LongStream.of(numbers).boxed().toList(), 0));
    }

    private static List<String> violated(String driver, long... numbers) {
        return refusal(table(driver, numbers)).violations().stream()
                .map(Violation::attribute)
                .toList();
    }
}
