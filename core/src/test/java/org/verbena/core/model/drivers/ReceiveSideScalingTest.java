// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.attr.RxHashField.DST_IPV4;
import static org.verbena.attr.RxHashField.DST_IPV6;
import static org.verbena.attr.RxHashField.DST_PORT_TCP;
import static org.verbena.attr.RxHashField.DST_PORT_UDP;
import static org.verbena.attr.RxHashField.INNER;
import static org.verbena.attr.RxHashField.IPSEC_SPI;
import static org.verbena.attr.RxHashField.SRC_IPV4;
import static org.verbena.attr.RxHashField.SRC_IPV6;
import static org.verbena.attr.RxHashField.SRC_PORT_TCP;
import static org.verbena.attr.RxHashField.SRC_PORT_UDP;
import static org.verbena.core.model.drivers.DriverModelTest.model;
import static org.verbena.core.model.drivers.DriverModelTest.refusal;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.QpInitAttr;
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
import org.verbena.attr.SrqType;
import org.verbena.error.Errno;
import org.verbena.error.Violation;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpQueryRequest;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.Verdict;

/** Tests queue pairs with an indirection table: create_rss_raw_qp_tir of mlx5, set_qp_rss of mlx4, the manual pages. */
class ReceiveSideScalingTest {
    private static final Flags<QpInitAttr.Mask> SCALED =
            Flags.of(QpInitAttr.Mask.PD, QpInitAttr.Mask.IND_TABLE, QpInitAttr.Mask.RX_HASH);
    private static final int KEY = 40;

    /** A request that all three models grant until a test changes it. */
    private static final class Draft {
        private QpType type = QpType.RAW_PACKET;
        private QpCap cap = QpCap.ZERO;
        private boolean recvCq;
        private Optional<SrqType> srq = Optional.empty();
        private Flags<QpInitAttr.Mask> mask = SCALED;
        private Flags<QpCreateFlag> flags = Flags.none(QpCreateFlag.class);
        private OptionalInt table = OptionalInt.of(2);
        private Flags<RxHashFunction> function = Flags.of(RxHashFunction.TOEPLITZ);
        private int keyLength = KEY;
        private Flags<RxHashField> fields = Flags.of(SRC_IPV4, DST_IPV4);

        private Verdict<QpGrant> on(String driver) {
            boolean hashed = mask.contains(QpInitAttr.Mask.RX_HASH);
            return model(driver)
                    .createQp(new QpRequest(
                            true,
                            type.value(),
                            cap,
                            false,
                            recvCq,
                            srq,
                            mask,
                            flags,
                            0,
                            table,
                            hashed
                                    ? Optional.of(RxHashConf.of(function, new byte[keyLength], fields))
                                    : Optional.empty(),
                            0,
                            Flags.none(SendOp.class)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlx5", "mlx4", "spec"})
    void aTableAndAHashCreateAnRssQueuePair(String driver) {
        QpGrant grant = new Draft().on(driver).orElseThrow("ibv_create_qp_ex", driver);

        assertThat(grant.granted()).isEqualTo(QpCap.ZERO);
        assertThat(grant.builders()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlx5", "mlx4", "spec"})
    void anRssQueuePairRejectsReceiveAttributes(String driver) {
        Draft entries = new Draft();
        entries.cap = QpCap.ZERO.withMaxRecvWr(1);
        Draft elements = new Draft();
        elements.cap = QpCap.ZERO.withMaxRecvSge(1);
        Draft completions = new Draft();
        completions.recvCq = true;
        Draft shared = new Draft();
        shared.srq = Optional.of(SrqType.BASIC);

        assertThat(attributes(entries.on(driver))).containsExactly("max_recv_wr");
        assertThat(attributes(elements.on(driver))).containsExactly("max_recv_sge");
        assertThat(attributes(completions.on(driver))).containsExactly("recv_cq");
        assertThat(attributes(shared.on(driver))).containsExactly("srq");
    }

    @ParameterizedTest
    @CsvSource({"mlx5, EINVAL, EINVAL", "mlx4, EINVAL, EOPNOTSUPP"})
    void anRssQueuePairIsRawAndCannotSend(String driver, String ofType, String ofSends) {
        Draft connected = new Draft();
        connected.type = QpType.RC;
        Draft sending = new Draft();
        sending.cap = QpCap.ZERO.withMaxSendWr(1);

        assertThat(refusal(connected.on(driver)).errno().name()).isEqualTo(ofType);
        assertThat(attributes(connected.on(driver))).contains("qp_type");
        assertThat(refusal(sending.on(driver)).errno().name()).isEqualTo(ofSends);
        assertThat(attributes(sending.on(driver))).containsExactly("max_send_wr");
    }

    @ParameterizedTest
    @CsvSource({"mlx5, EINVAL", "mlx4, EOPNOTSUPP", "spec, EINVAL"})
    void anRssQueuePairHasNoCreateFlags(String driver, String errno) {
        Draft draft = new Draft();
        draft.mask = SCALED.with(QpInitAttr.Mask.CREATE_FLAGS);
        draft.flags = Flags.of(QpCreateFlag.CVLAN_STRIPPING);

        assertThat(refusal(draft.on(driver)).errno().name()).isEqualTo(errno);
        assertThat(attributes(draft.on(driver))).containsExactly("create_flags");
    }

    /** The bit without the pointer does not count as a table. */
    @ParameterizedTest
    @ValueSource(strings = {"mlx5", "mlx4"})
    void tableAndHashRequireEachOther(String driver) {
        Draft withoutHash = new Draft();
        withoutHash.mask = SCALED.without(QpInitAttr.Mask.RX_HASH);
        Draft withoutTable = new Draft();
        withoutTable.table = OptionalInt.empty();

        assertThat(attributes(withoutHash.on(driver))).contains("comp_mask");
        assertThat(attributes(withoutTable.on(driver))).containsExactly("comp_mask");
    }

    @ParameterizedTest
    @CsvSource({"mlx5, EINVAL", "mlx4, EOPNOTSUPP", "spec, EINVAL"})
    void aKeyHas40Bytes(String driver, String errno) {
        for (int length : new int[] {KEY - 1, KEY + 1}) {
            Draft draft = new Draft();
            draft.keyLength = length;

            assertThat(refusal(draft.on(driver)).errno().name()).isEqualTo(errno);
            assertThat(attributes(draft.on(driver))).containsExactly("rx_hash_key_len");
        }
    }

    /** mlx5_cmd_create_rss_qp copies the key into a struct of 128 bytes. */
    @Test
    void theLibraryOfMlx5HasRoomForAKeyOf128Bytes() {
        Draft fits = new Draft();
        fits.keyLength = 128;
        Draft doesNot = new Draft();
        doesNot.keyLength = 129;

        assertThat(sources(fits.on("mlx5")))
                .containsExactly("Linux drivers/infiniband/hw/mlx5/qp.c: create_rss_raw_qp_tir");
        assertThat(sources(doesNot.on("mlx5")))
                .containsExactly("rdma-core providers/mlx5/verbs.c: mlx5_cmd_create_rss_qp");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlx5", "mlx4", "spec"})
    void theHashIsToeplitz(String driver) {
        Draft draft = new Draft();
        draft.function = Flags.none(RxHashFunction.class);

        assertThat(refusal(draft.on(driver)).errno()).isEqualTo(Errno.EOPNOTSUPP);
        assertThat(attributes(draft.on(driver))).containsExactly("rx_hash_function");
    }

    /** A packet has one IP version and one upper-layer protocol. */
    @Test
    void mlx5RejectsFieldsThatNoPacketHasTogether() {
        assertGranted("mlx5", Flags.of(SRC_IPV4));
        assertGranted("mlx5", Flags.of(DST_IPV6, SRC_PORT_TCP, DST_PORT_TCP));
        assertGranted("mlx5", Flags.of(SRC_IPV4, SRC_PORT_UDP, DST_PORT_UDP));
        assertGranted("mlx5", Flags.of(SRC_IPV4, IPSEC_SPI));
        assertRefused("mlx5", Flags.of(SRC_IPV4, DST_IPV6), Errno.EINVAL);
        assertRefused("mlx5", Flags.of(SRC_IPV4, SRC_PORT_TCP, DST_PORT_UDP), Errno.EINVAL);
        assertRefused("mlx5", Flags.of(SRC_IPV4, SRC_PORT_TCP, IPSEC_SPI), Errno.EINVAL);
        assertRefused("mlx5", Flags.of(SRC_IPV4, SRC_PORT_UDP, IPSEC_SPI), Errno.EINVAL);
        assertRefused("mlx5", Flags.of(SRC_IPV4, INNER), Errno.EOPNOTSUPP);
    }

    @Test
    void mlx5AllowsNoHashFieldsOnlyForOneWorkQueue() {
        Draft one = new Draft();
        one.fields = Flags.none(RxHashField.class);
        one.table = OptionalInt.of(0);

        assertThat(one.on("mlx5")).isInstanceOf(Verdict.Granted.class);
        assertRefused("mlx5", Flags.none(RxHashField.class), Errno.EINVAL);
    }

    /** A hash includes both source and destination, and includes ports only with addresses. */
    @Test
    void mlx4HashesPairs() {
        assertGranted("mlx4", Flags.of(SRC_IPV4, DST_IPV4));
        assertGranted("mlx4", Flags.of(SRC_IPV6, DST_IPV6, SRC_PORT_UDP, DST_PORT_UDP));
        assertGranted("mlx4", Flags.of(SRC_IPV4, DST_IPV4, SRC_PORT_TCP, DST_PORT_TCP));
        assertRefused("mlx4", Flags.of(SRC_IPV4), Errno.EOPNOTSUPP);
        assertRefused("mlx4", Flags.of(SRC_IPV4, DST_IPV4, DST_PORT_TCP), Errno.EOPNOTSUPP);
        assertRefused("mlx4", Flags.of(SRC_PORT_TCP, DST_PORT_TCP), Errno.EOPNOTSUPP);
        assertRefused("mlx4", Flags.of(SRC_IPV4, DST_IPV4, IPSEC_SPI), Errno.EOPNOTSUPP);
        assertRefused("mlx4", Flags.none(RxHashField.class), Errno.EOPNOTSUPP);
    }

    /** INNER selects the inner headers for the other fields (ibv_create_qp_ex(3)). */
    @Test
    void theSpecModelRequiresAFieldBesideInner() {
        assertGranted("spec", Flags.of(SRC_IPV4, INNER));
        assertGranted("spec", Flags.none(RxHashField.class));
        assertRefused("spec", Flags.of(INNER), Errno.EINVAL);
        assertRefused("spec", Flags.ofMask(RxHashField.class, 1L << 20 | SRC_IPV4.mask()), Errno.EOPNOTSUPP);
    }

    private static void assertGranted(String driver, Flags<RxHashField> fields) {
        Draft draft = new Draft();
        draft.fields = fields;
        assertThat(draft.on(driver)).isInstanceOf(Verdict.Granted.class);
    }

    private static void assertRefused(String driver, Flags<RxHashField> fields, Errno errno) {
        Draft draft = new Draft();
        draft.fields = fields;
        assertThat(refusal(draft.on(driver)).errno()).isEqualTo(errno);
        assertThat(attributes(draft.on(driver))).containsOnly("rx_hash_fields_mask");
    }

    @Test
    void theSpecModelSupportsRssOnlyForReportedTypes() {
        Draft connected = new Draft();
        connected.type = QpType.RC;
        Draft withoutHash = new Draft();
        withoutHash.mask = SCALED.without(QpInitAttr.Mask.RX_HASH);

        assertThat(attributes(connected.on("spec"))).containsExactly("qp_type");
        assertThat(attributes(withoutHash.on("spec"))).containsExactly("comp_mask");
    }

    // ---------------------------------------------------------------- changes

    /** An RSS queue pair changes only to the next state, up to RTR (_mlx4_modify_qp_rss, _mlx4_ib_modify_qp). */
    @ParameterizedTest
    @CsvSource({
        "RESET, INIT, ''",
        "INIT, RTR, ''",
        "INIT, INIT, EOPNOTSUPP",
        "RESET, RTR, EINVAL",
        "RTR, RESET, EOPNOTSUPP",
        "RTR, RTS, EOPNOTSUPP"
    })
    void mlx4RssQueuePairsChangeStateUpToRtr(QpState from, QpState to, String errno) {
        QpAttr.Builder wanted = QpAttr.builder().qpState(to);
        QpAttr attr =
                to == QpState.INIT && from == QpState.RESET ? wanted.portNum(1).build() : wanted.build();

        Verdict<QpAttr> verdict = change("mlx4", from, attr);

        assertThat(
                        verdict instanceof Verdict.Granted
                                ? ""
                                : refusal(verdict).errno().name())
                .isEqualTo(errno);
    }

    @Test
    void mlx4RssQueuePairsChangeOnlyStateAndPort() {
        QpAttr.Builder wanted = QpAttr.builder().qpState(QpState.INIT).portNum(1);

        assertThat(refusal(change("mlx4", QpState.RESET, wanted.pkeyIndex(0).build()))
                        .violations())
                .extracting(Violation::source)
                .containsExactly("rdma-core providers/mlx4/verbs.c: _mlx4_modify_qp_rss");
    }

    @Test
    void mlx5RssQueuePairsRejectStateChanges() {
        QpAttr wanted = QpAttr.builder().qpState(QpState.INIT).portNum(1).build();

        assertThat(refusal(change("mlx5", QpState.RESET, wanted)).errno()).isEqualTo(Errno.EOPNOTSUPP);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlx5", "mlx4"})
    void rssQueuePairsCannotBeQueried(String driver) {
        QpAttr now = QpAttr.builder().build();
        QpQueryRequest scaled = new QpQueryRequest(QpType.RAW_PACKET.value(), true, now, Flags.of(QpAttr.Mask.STATE));
        QpQueryRequest raw = new QpQueryRequest(QpType.RAW_PACKET.value(), false, now, Flags.of(QpAttr.Mask.STATE));

        assertThat(refusal(model(driver).queryQp(scaled)).errno()).isEqualTo(Errno.EOPNOTSUPP);
        assertThat(model(driver).queryQp(raw)).isInstanceOf(Verdict.Granted.class);
    }

    private static Verdict<QpAttr> change(String driver, QpState from, QpAttr wanted) {
        return model(driver).modifyQp(new QpChange(QpType.RAW_PACKET.value(), true, QpChanges.in(from), wanted));
    }

    private static List<String> attributes(Verdict<?> verdict) {
        return refusal(verdict).violations().stream().map(Violation::attribute).toList();
    }

    private static List<String> sources(Verdict<?> verdict) {
        return refusal(verdict).violations().stream().map(Violation::source).toList();
    }
}
