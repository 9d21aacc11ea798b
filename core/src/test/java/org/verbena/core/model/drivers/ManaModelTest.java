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
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.QpInitAttr;
import org.verbena.WqInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.DeviceAttrEx;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import org.verbena.attr.SendOp;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqState;
import org.verbena.attr.WqType;
import org.verbena.error.Errno;
import org.verbena.error.Violation;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpQueryRequest;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.RwqIndTableRequest;
import org.verbena.spi.model.Verdict;
import org.verbena.spi.model.WqChange;
import org.verbena.spi.model.WqRequest;

class ManaModelTest {
    private static final QpCap ODD = new QpCap(100, 50, 3, 2, 10);
    private static final int TABLE_OF_64 = 6;
    private static final Flags<QpInitAttr.Mask> SCALED =
            Flags.of(QpInitAttr.Mask.PD, QpInitAttr.Mask.IND_TABLE, QpInitAttr.Mask.RX_HASH);

    private final DriverModel mana = model("mana");

    @ParameterizedTest
    @CsvSource({"RC", "RAW_PACKET"})
    void capabilitiesAreGrantedAsRequested(QpType type) {
        QpGrant grant = mana.createQp(plain(type, ODD, Optional.empty())).orElseThrow("ibv_create_qp", "mana");

        assertThat(grant.granted()).isEqualTo(ODD);
        assertThat(grant.queried()).isEqualTo(ODD);
    }

    @Test
    void receiveCapsOfARawQueuePairAreNotChecked() {
        QpCap cap = ODD.withMaxRecvWr(8193).withMaxRecvSge(16);

        assertThat(mana.createQp(plain(QpType.RAW_PACKET, cap, Optional.empty())))
                .isInstanceOf(Verdict.Granted.class);
        assertThat(refusal(mana.createQp(plain(QpType.RC, cap, Optional.empty())))
                        .violations())
                .extracting(Violation::attribute, Violation::limit)
                .containsExactly(tuple("max_recv_wr", "8192"), tuple("max_recv_sge", "15"));
    }

    @Test
    void aRawQueuePairHasNoStates() {
        QpAttr now = QpAttr.builder().qpState(QpState.RESET).build();
        QpAttr init = QpAttr.builder().qpState(QpState.INIT).build();

        Verdict<QpAttr> verdict = mana.modifyQp(new QpChange(QpType.RAW_PACKET.value(), false, now, init));

        assertThat(refusal(verdict).errno()).isEqualTo(Errno.EOPNOTSUPP);
    }

    @ParameterizedTest
    @CsvSource({"RC", "RAW_PACKET"})
    void queryQpIsNotSupported(QpType type) {
        QpQueryRequest request =
                new QpQueryRequest(type.value(), false, QpAttr.builder().build(), Flags.of(QpAttr.Mask.STATE));

        assertThat(refusal(mana.queryQp(request)).errno()).isEqualTo(Errno.EOPNOTSUPP);
    }

    @ParameterizedTest
    @CsvSource({"1, 64", "64, 64", "65, 128", "8192, 8192"})
    void completionQueuesFillPages(int cqe, int granted) {
        assertThat(mana.createCq(CqRequest.plain(cqe, 0))).isEqualTo(new Verdict.Granted<>(granted));
    }

    @ParameterizedTest
    @CsvSource({"8193, EINVAL", "33554432, EINVAL", "33554433, ENOMEM", "-1, ENOMEM", "0, EINVAL"})
    void theRingOfACompletionQueueIsReckonedIn32Bits(int cqe, String errno) {
        assertThat(refusal(mana.createCq(CqRequest.plain(cqe, 0))).errno().name())
                .isEqualTo(errno);
    }

    @Test
    void aWorkQueueIsNotHeldToTheLimitsOfQueuePairs() {
        assertThat(createWq(8193, 16)).isEqualTo(new Verdict.Granted<>(new WqCap(8193, 16)));
    }

    @Test
    void theRingOfAWorkQueueIsReckonedIn32Bits() {
        assertThat(createWq(1 << 26, 1)).isInstanceOf(Verdict.Granted.class);
        assertThat(refusal(createWq((1 << 26) + 1, 1)).violations())
                .extracting(Violation::attribute, Violation::limit)
                .containsExactly(tuple("max_wr", "67108864"));
        assertThat(refusal(createWq(1, 0xFFFF_FFFFL)).errno()).isEqualTo(Errno.EINVAL);
    }

    @Test
    void aWorkQueueHasNoStates() {
        WqAttr ready = WqAttr.builder().wqState(WqState.RDY).build();

        assertThat(refusal(mana.modifyWq(new WqChange(WqState.RESET, ready))).errno())
                .isEqualTo(Errno.EOPNOTSUPP);
    }

    @Test
    void theTableSizeIsCheckedAtQueuePairCreation() {
        List<Long> slots = LongStream.range(0, 128).boxed().toList();

        assertThat(mana.createRwqIndTable(new RwqIndTableRequest(slots, 0))).isInstanceOf(Verdict.Granted.class);
        assertThat(overTable(TABLE_OF_64, RxHashFunction.TOEPLITZ)).isInstanceOf(Verdict.Granted.class);
        assertThat(refusal(overTable(TABLE_OF_64 + 1, RxHashFunction.TOEPLITZ)).violations())
                .extracting(Violation::attribute, Violation::requested, Violation::limit)
                .containsExactly(tuple("rwq_ind_tbl", "128", "64"));
    }

    @Test
    void sendOpsOfAnRssQueuePairAreIgnored() {
        QpRequest request = scaled(SCALED.with(QpInitAttr.Mask.SEND_OPS_FLAGS), QpCap.ZERO, Flags.of(SendOp.SEND));

        assertThat(mana.createQp(request)
                        .orElseThrow("ibv_create_qp_ex", "mana")
                        .builders())
                .isEmpty();
    }

    @Test
    void theExtendedCallNeedsATable() {
        Flags<QpInitAttr.Mask> mask = SCALED.without(QpInitAttr.Mask.IND_TABLE);
        QpRequest request = new QpRequest(
                true,
                QpType.RAW_PACKET.value(),
                ODD,
                true,
                true,
                Optional.empty(),
                mask,
                Flags.none(QpCreateFlag.class),
                0,
                OptionalInt.empty(),
                Optional.of(hash(RxHashFunction.TOEPLITZ)),
                0,
                Flags.none(SendOp.class));

        assertThat(refusal(mana.createQp(request)).violations())
                .extracting(Violation::attribute)
                .containsExactly("rwq_ind_tbl");
    }

    @Test
    void anUnknownCompMaskBitIsRejected() {
        Flags<QpInitAttr.Mask> mask = Flags.ofMask(QpInitAttr.Mask.class, SCALED.mask() | 1L << 30);

        assertThat(refusal(mana.createQp(scaled(mask, QpCap.ZERO, Flags.none(SendOp.class))))
                        .violations())
                .extracting(Violation::attribute)
                .containsExactly("comp_mask");
    }

    @Test
    void sendsNeedACompletionQueueBesideATableToo() {
        assertThat(refusal(mana.createQp(scaled(SCALED, QpCap.ZERO.withMaxSendWr(1), Flags.none(SendOp.class))))
                        .violations())
                .extracting(Violation::attribute)
                .containsExactly("send_cq");
    }

    @Test
    void peersOnlyReadAndWrite() {
        Flags<AccessFlag> writes = Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ);

        assertThat(register(writes.with(AccessFlag.RELAXED_ORDERING))).isInstanceOf(Verdict.Granted.class);
        for (AccessFlag other : List.of(AccessFlag.REMOTE_ATOMIC, AccessFlag.MW_BIND, AccessFlag.ZERO_BASED)) {
            assertThat(refusal(register(writes.with(other))).errno())
                    .as("%s", other)
                    .isEqualTo(Errno.EINVAL);
        }
    }

    @Test
    void theDeviceAnnouncesNoWorkQueuesAndNoVendor() {
        DeviceAttrEx device = mana.deviceAttrEx(1);

        assertThat(device.maxWqTypeRq()).isZero();
        assertThat(device.rssCaps().maxRwqIndirectionTableSize()).isZero();
        assertThat(device.origAttr().vendorId()).isZero();
        assertThat(device.origAttr().fwVer()).isEmpty();
    }

    private Verdict<WqCap> createWq(long maxWr, long maxSge) {
        return mana.createWq(new WqRequest(
                WqType.RQ.value(), maxWr, maxSge, Flags.none(WqFlag.class), Flags.none(WqInitAttr.Mask.class)));
    }

    private Verdict<MrRequest> register(Flags<AccessFlag> access) {
        return mana.regMr(new MrRequest(1 << 20, 4096, access));
    }

    private Verdict<QpGrant> overTable(int logSize, RxHashFunction function) {
        return mana.createQp(scaled(SCALED, QpCap.ZERO, logSize, function, Flags.none(SendOp.class)));
    }

    private static QpRequest scaled(Flags<QpInitAttr.Mask> mask, QpCap cap, Flags<SendOp> sendOps) {
        return scaled(mask, cap, TABLE_OF_64, RxHashFunction.TOEPLITZ, sendOps);
    }

    private static QpRequest scaled(
            Flags<QpInitAttr.Mask> mask, QpCap cap, int logSize, RxHashFunction function, Flags<SendOp> sendOps) {
        return new QpRequest(
                true,
                QpType.RAW_PACKET.value(),
                cap,
                false,
                false,
                Optional.empty(),
                mask,
                Flags.none(QpCreateFlag.class),
                0,
                OptionalInt.of(logSize),
                Optional.of(hash(function)),
                0,
                sendOps);
    }

    private static RxHashConf hash(RxHashFunction function) {
        return RxHashConf.of(Flags.of(function), new byte[40], Flags.none(RxHashField.class));
    }
}
