// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.SendOp;

class QpInitAttrTest {
    @Test
    void plainRequestHasNoExtendedField() {
        QpInitAttr attr = QpInitAttr.builder()
                .qpType(QpType.UD)
                .maxSendWr(16)
                .sqSigAll(true)
                .build();

        assertThat(attr.compMask().isEmpty()).isTrue();
        assertThat(attr.qpType()).isEqualTo(QpType.UD);
        assertThat(attr.sqSigAll()).isTrue();
    }

    @Test
    void compMaskIsDerivedFromTheSetFields() {
        QpInitAttr attr = QpInitAttr.builder()
                .createFlags(QpCreateFlag.SOURCE_QPN)
                .sourceQpn(7)
                .maxTsoHeader(64)
                .rxHashConf(RxHashConf.toeplitz(new byte[40], RxHashField.SRC_IPV4, RxHashField.INNER))
                .sendOpsFlags(SendOp.SEND, SendOp.RDMA_READ)
                .build();

        assertThat(attr.compMask())
                .isEqualTo(Flags.of(
                        QpInitAttr.Mask.CREATE_FLAGS,
                        QpInitAttr.Mask.MAX_TSO_HEADER,
                        QpInitAttr.Mask.RX_HASH,
                        QpInitAttr.Mask.SEND_OPS_FLAGS));
    }

    @Test
    void rawMaskReplacesTheDerivedOne() {
        Flags<QpInitAttr.Mask> unknown = Flags.ofMask(QpInitAttr.Mask.class, 0x8000_0000L);

        QpInitAttr attr =
                QpInitAttr.builder().maxTsoHeader(64).compMask(unknown).build();

        assertThat(attr.compMask().mask()).isEqualTo(0x8000_0000L);
        assertThat(attr.compMask().unknownBits()).isEqualTo(0x8000_0000L);
    }

    @Test
    void anUnknownQpTypeCodeIsKept() {
        QpInitAttr attr = QpInitAttr.builder().qpTypeCode(77).build();

        assertThat(attr.qpTypeCode()).isEqualTo(77);
        assertThat(attr.qpType()).isEqualTo(QpType.UNKNOWN);
    }

    @Test
    void hashKeyIsCopied() {
        byte[] key = new byte[40];
        RxHashConf conf = RxHashConf.toeplitz(key, RxHashField.DST_IPV6);

        key[0] = 1;
        conf.key()[1] = 1;

        assertThat(conf.key()).containsOnly(0);
    }
}
