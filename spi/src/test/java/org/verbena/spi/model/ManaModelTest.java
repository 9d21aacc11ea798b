package org.verbena.spi.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.verbena.spi.model.DriverModelTest.model;
import static org.verbena.spi.model.DriverModelTest.refusal;
import static org.verbena.spi.model.QpRequests.plain;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.Errno;
import org.verbena.Flags;
import org.verbena.QpAttr;
import org.verbena.QpCap;
import org.verbena.QpCreateFlag;
import org.verbena.QpInitAttrMask;
import org.verbena.QpState;
import org.verbena.QpType;
import org.verbena.RxHashConf;
import org.verbena.RxHashField;
import org.verbena.RxHashFunction;
import org.verbena.SendOp;
import org.verbena.Violation;
import org.verbena.WqAttr;
import org.verbena.WqState;

class ManaModelTest {
    private static final QpCap ODD = new QpCap(100, 50, 3, 2, 10);
    private static final int TABLE_OF_64 = 6;

    private final DriverModel mana = model("mana");

    @ParameterizedTest
    @CsvSource({"RC", "RAW_PACKET"})
    void whatIsAskedForIsGranted(QpType type) {
        QpGrant grant = mana.createQp(plain(type, ODD, Optional.empty())).orElseThrow("ibv_create_qp", "mana");

        assertThat(grant.granted()).isEqualTo(ODD);
        assertThat(grant.queried()).isEqualTo(ODD);
    }

    @Test
    void aRawQueuePairOnlySendsSoNobodyLooksAtItsReceives() {
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

    @Test
    void aWorkQueueHasNoStates() {
        WqAttr ready = WqAttr.builder().wqState(WqState.RDY).build();

        assertThat(refusal(mana.modifyWq(new WqChange(WqState.RESET, ready))).errno())
                .isEqualTo(Errno.EOPNOTSUPP);
    }

    @Test
    void aTableIsOnlyLookedAtWhenAQueuePairIsMadeOverIt() {
        List<Long> slots = LongStream.range(0, 128).boxed().toList();

        assertThat(mana.createRwqIndTable(new RwqIndTableRequest(slots, 0))).isInstanceOf(Verdict.Granted.class);
        assertThat(overTable(TABLE_OF_64, RxHashFunction.TOEPLITZ)).isInstanceOf(Verdict.Granted.class);
        assertThat(refusal(overTable(TABLE_OF_64 + 1, RxHashFunction.TOEPLITZ)).violations())
                .extracting(Violation::attribute, Violation::requested, Violation::limit)
                .containsExactly(tuple("rwq_ind_tbl", "128", "64"));
    }

    private Verdict<QpGrant> overTable(int logSize, RxHashFunction function) {
        return mana.createQp(new QpRequest(
                true,
                QpType.RAW_PACKET.value(),
                QpCap.ZERO,
                false,
                false,
                Optional.empty(),
                Flags.of(QpInitAttrMask.PD, QpInitAttrMask.IND_TABLE, QpInitAttrMask.RX_HASH),
                Flags.none(QpCreateFlag.class),
                0,
                OptionalInt.of(logSize),
                Optional.of(RxHashConf.of(Flags.of(function), new byte[40], Flags.none(RxHashField.class))),
                0,
                Flags.none(SendOp.class)));
    }
}
