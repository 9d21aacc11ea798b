// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/**
 * The completion fields that an extended completion queue reports ({@code wc_flags}):
 * {@code enum ibv_create_cq_wc_flags}.
 */
public enum WcFlag implements VerbsFlag {
    /** Number of bytes. */
    BYTE_LEN("IBV_WC_EX_WITH_BYTE_LEN", 0),

    /** Immediate data. */
    IMM("IBV_WC_EX_WITH_IMM", 1),

    /** Queue pair number. */
    QP_NUM("IBV_WC_EX_WITH_QP_NUM", 2),

    /** Remote queue pair number. */
    SRC_QP("IBV_WC_EX_WITH_SRC_QP", 3),

    /** Source LID. */
    SLID("IBV_WC_EX_WITH_SLID", 4),

    /** Service level. */
    SL("IBV_WC_EX_WITH_SL", 5),

    /** Destination LID path bits. */
    DLID_PATH_BITS("IBV_WC_EX_WITH_DLID_PATH_BITS", 6),

    /** Free-running hardware timestamp. */
    COMPLETION_TIMESTAMP("IBV_WC_EX_WITH_COMPLETION_TIMESTAMP", 7),

    /** C-VLAN tag. */
    CVLAN("IBV_WC_EX_WITH_CVLAN", 8),

    /** Flow tag. */
    FLOW_TAG("IBV_WC_EX_WITH_FLOW_TAG", 9),

    /** Tag-matching information. */
    TM_INFO("IBV_WC_EX_WITH_TM_INFO", 10),

    /** Timestamp in wall-clock nanoseconds. */
    COMPLETION_TIMESTAMP_WALLCLOCK("IBV_WC_EX_WITH_COMPLETION_TIMESTAMP_WALLCLOCK", 11);

    private final String cName;
    private final int bit;

    WcFlag(String cName, int bit) {
        this.cName = cName;
        this.bit = bit;
    }

    @Override
    public String cName() {
        return cName;
    }

    @Override
    public long mask() {
        return 1L << bit;
    }
}
