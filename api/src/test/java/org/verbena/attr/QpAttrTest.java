// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.attr.QpAttr.Mask.ACCESS_FLAGS;
import static org.verbena.attr.QpAttr.Mask.AV;
import static org.verbena.attr.QpAttr.Mask.DEST_QPN;
import static org.verbena.attr.QpAttr.Mask.MAX_DEST_RD_ATOMIC;
import static org.verbena.attr.QpAttr.Mask.MAX_QP_RD_ATOMIC;
import static org.verbena.attr.QpAttr.Mask.MIN_RNR_TIMER;
import static org.verbena.attr.QpAttr.Mask.PATH_MTU;
import static org.verbena.attr.QpAttr.Mask.PKEY_INDEX;
import static org.verbena.attr.QpAttr.Mask.PORT;
import static org.verbena.attr.QpAttr.Mask.RETRY_CNT;
import static org.verbena.attr.QpAttr.Mask.RNR_RETRY;
import static org.verbena.attr.QpAttr.Mask.RQ_PSN;
import static org.verbena.attr.QpAttr.Mask.SQ_PSN;
import static org.verbena.attr.QpAttr.Mask.STATE;
import static org.verbena.attr.QpAttr.Mask.TIMEOUT;

import org.junit.jupiter.api.Test;

class QpAttrTest {
    private static final Flags<QpAttr.Mask> RAW = Flags.ofMask(QpAttr.Mask.class, 0x8000_0001L);

    @Test
    void toInitSetsTheAttributesOfAnRcQueuePair() {
        QpAttr attr =
                QpAttr.toInit(1, AccessFlag.REMOTE_READ, AccessFlag.LOCAL_WRITE).build();

        assertThat(attr)
                .hasToString("ibv_qp_attr[qp_state=IBV_QPS_INIT, "
                        + "qp_access_flags=IBV_ACCESS_LOCAL_WRITE|IBV_ACCESS_REMOTE_READ, pkey_index=0, port_num=1]");
        assertThat(attr.attrMask()).isEqualTo(Flags.of(STATE, PKEY_INDEX, PORT, ACCESS_FLAGS));
    }

    @Test
    void toInitWithoutAccessFlagsSetsNone() {
        QpAttr attr = QpAttr.toInit(2).build();

        assertThat(attr.qpAccessFlags().isEmpty()).isTrue();
        assertThat(attr.attrMask().contains(ACCESS_FLAGS)).isTrue();
    }

    @Test
    void toRtrSetsTheAttributesOfAnRcQueuePair() {
        AhAttr address = AhAttr.builder().dlid(3).portNum(1).build();

        QpAttr attr = QpAttr.toRtr(Mtu.BYTES_1024, 17, 5, address).build();

        assertThat(attr)
                .hasToString("ibv_qp_attr[qp_state=IBV_QPS_RTR, path_mtu=IBV_MTU_1024, rq_psn=5, dest_qp_num=17, "
                        + "ah_attr=ibv_ah_attr[dlid=3, port_num=1], max_dest_rd_atomic=1, min_rnr_timer=12]");
        assertThat(attr.attrMask())
                .isEqualTo(Flags.of(STATE, AV, PATH_MTU, DEST_QPN, RQ_PSN, MAX_DEST_RD_ATOMIC, MIN_RNR_TIMER));
    }

    @Test
    void toRtsSetsTheAttributesOfAnRcQueuePair() {
        QpAttr attr = QpAttr.toRts(9).build();

        assertThat(attr)
                .hasToString("ibv_qp_attr[qp_state=IBV_QPS_RTS, sq_psn=9, max_rd_atomic=1, timeout=14, retry_cnt=6, "
                        + "rnr_retry=7]");
        assertThat(attr.attrMask()).isEqualTo(Flags.of(STATE, TIMEOUT, RETRY_CNT, RNR_RETRY, SQ_PSN, MAX_QP_RD_ATOMIC));
    }

    @Test
    void theApplicationCanAdjustAFactoryBuilder() {
        QpAttr attr = QpAttr.toRts(9).retryCnt(3).rateLimit(100).build();

        assertThat(attr.retryCnt()).isEqualTo(3);
        assertThat(attr.attrMask().contains(QpAttr.Mask.RATE_LIMIT)).isTrue();
    }

    @Test
    void unsetFieldsHaveDefaults() {
        QpAttr attr = QpAttr.builder().build();

        assertThat(attr).hasToString("ibv_qp_attr[]");
        assertThat(attr.attrMask().isEmpty()).isTrue();
        assertThat(attr.qpState()).isEqualTo(QpState.RESET);
        assertThat(attr.pathMtu()).isEqualTo(Mtu.BYTES_256);
        assertThat(attr.pathMigState()).isEqualTo(MigState.MIGRATED);
        assertThat(attr.cap()).isEqualTo(QpCap.ZERO);
        assertThat(attr.ahAttr()).isEqualTo(AhAttr.builder().build());
        assertThat(attr.sqPsn()).isZero();
    }

    @Test
    void anExplicitMaskReplacesTheDerivedOneAndIsPrinted() {
        QpAttr before = QpAttr.builder().attrMask(RAW).portNum(1).build();
        QpAttr after = QpAttr.builder().portNum(1).attrMask(RAW).build();

        assertThat(before.attrMask()).isEqualTo(RAW);
        assertThat(before).isEqualTo(after).hasToString("ibv_qp_attr[port_num=1, attr_mask=IBV_QP_STATE|0x80000000]");
        assertThat(before.fields()).containsEntry("attr_mask", RAW);
        assertThat(before).isNotEqualTo(QpAttr.builder().portNum(1).build());
    }

    @Test
    void aBuilderOfTheAttributesAddsToAnExplicitMask() {
        QpAttr attr = QpAttr.builder().portNum(1).attrMask(RAW).build();

        assertThat(attr.toBuilder().build().attrMask()).isEqualTo(RAW);
        assertThat(attr.toBuilder().timeout(14).build().attrMask()).isEqualTo(RAW.with(TIMEOUT));
    }

    @Test
    void sqDrainingIsNotInTheMask() {
        QpAttr attr = QpAttr.builder().sqDraining(1).build();

        assertThat(attr.attrMask().isEmpty()).isTrue();
        assertThat(attr).hasToString("ibv_qp_attr[sq_draining=1]");
    }

    @Test
    void anUnknownQpStateCodeIsKept() {
        QpAttr attr = QpAttr.builder().qpStateCode(99).build();

        assertThat(attr.qpState()).isEqualTo(QpState.UNKNOWN);
        assertThat(attr.qpStateCode()).isEqualTo(99);
        assertThat(attr).hasToString("ibv_qp_attr[qp_state=99]");
        assertThat(attr.toBuilder().build().qpStateCode()).isEqualTo(99);
    }
}
