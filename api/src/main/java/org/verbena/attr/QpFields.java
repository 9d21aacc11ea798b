// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import org.verbena.attr.QpAttr.Mask;
import org.verbena.internal.CodeField;
import org.verbena.internal.Field;
import org.verbena.internal.FieldTable;
import org.verbena.internal.MaskField;

/** The field table of {@link QpAttr}, in a separate file to keep that class short. */
final class QpFields {
    private static final AhAttr NO_ADDRESS = AhAttr.builder().build();

    static final FieldTable TABLE = new FieldTable("ibv_qp_attr");
    static final CodeField<QpState> QP_STATE =
            code("qp_state", Mask.STATE, QpState.values(), QpState.RESET, QpState.UNKNOWN);
    static final CodeField<QpState> CUR_QP_STATE =
            code("cur_qp_state", Mask.CUR_STATE, QpState.values(), QpState.RESET, QpState.UNKNOWN);
    static final CodeField<Mtu> PATH_MTU = code("path_mtu", Mask.PATH_MTU, Mtu.values(), Mtu.BYTES_256, Mtu.UNKNOWN);
    static final CodeField<MigState> PATH_MIG_STATE =
            code("path_mig_state", Mask.PATH_MIG_STATE, MigState.values(), MigState.MIGRATED, MigState.UNKNOWN);
    static final Field<Long> QKEY = TABLE.uint32("qkey", Mask.QKEY.mask());
    static final Field<Long> RQ_PSN = TABLE.uint32("rq_psn", Mask.RQ_PSN.mask());
    static final Field<Long> SQ_PSN = TABLE.uint32("sq_psn", Mask.SQ_PSN.mask());
    static final Field<Long> DEST_QP_NUM = TABLE.uint32("dest_qp_num", Mask.DEST_QPN.mask());
    static final Field<Flags<AccessFlag>> QP_ACCESS_FLAGS =
            TABLE.flags32("qp_access_flags", Mask.ACCESS_FLAGS.mask(), Flags.none(AccessFlag.class), Flags::mask);
    static final Field<QpCap> CAP = TABLE.value("cap", Mask.CAP.mask(), QpCap.ZERO);
    static final Field<AhAttr> AH_ATTR = TABLE.value("ah_attr", Mask.AV.mask(), NO_ADDRESS);
    static final Field<AhAttr> ALT_AH_ATTR = TABLE.value("alt_ah_attr", Mask.ALT_PATH.mask(), NO_ADDRESS);
    static final Field<Integer> PKEY_INDEX = TABLE.uint16("pkey_index", Mask.PKEY_INDEX.mask());
    static final Field<Integer> ALT_PKEY_INDEX = TABLE.uint16("alt_pkey_index", Mask.ALT_PATH.mask());
    static final Field<Integer> EN_SQD_ASYNC_NOTIFY =
            TABLE.uint8("en_sqd_async_notify", Mask.EN_SQD_ASYNC_NOTIFY.mask());
    static final Field<Integer> SQ_DRAINING = TABLE.uint8("sq_draining");
    static final Field<Integer> MAX_RD_ATOMIC = TABLE.uint8("max_rd_atomic", Mask.MAX_QP_RD_ATOMIC.mask());
    static final Field<Integer> MAX_DEST_RD_ATOMIC = TABLE.uint8("max_dest_rd_atomic", Mask.MAX_DEST_RD_ATOMIC.mask());
    static final Field<Integer> MIN_RNR_TIMER = TABLE.uint8("min_rnr_timer", Mask.MIN_RNR_TIMER.mask());
    static final Field<Integer> PORT_NUM = TABLE.uint8("port_num", Mask.PORT.mask());
    static final Field<Integer> TIMEOUT = TABLE.uint8("timeout", Mask.TIMEOUT.mask());
    static final Field<Integer> RETRY_CNT = TABLE.uint8("retry_cnt", Mask.RETRY_CNT.mask());
    static final Field<Integer> RNR_RETRY = TABLE.uint8("rnr_retry", Mask.RNR_RETRY.mask());
    static final Field<Integer> ALT_PORT_NUM = TABLE.uint8("alt_port_num", Mask.ALT_PATH.mask());
    static final Field<Integer> ALT_TIMEOUT = TABLE.uint8("alt_timeout", Mask.ALT_PATH.mask());
    static final Field<Long> RATE_LIMIT = TABLE.uint32("rate_limit", Mask.RATE_LIMIT.mask());
    static final MaskField<Flags<Mask>> ATTR_MASK =
            TABLE.mask("attr_mask", bits -> Flags.ofMask(Mask.class, bits), Flags::mask);

    private QpFields() {}

    private static <E extends VerbsEnum> CodeField<E> code(String name, Mask bit, E[] constants, E unset, E unknown) {
        return TABLE.code(
                name,
                bit.mask(),
                unset,
                number -> VerbsEnum.find(constants, number, unknown),
                VerbsEnum::value,
                VerbsEnum::cName);
    }
}
