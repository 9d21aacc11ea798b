// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** Flags of a completion: {@code enum ibv_wc_flags}. */
public enum CompletionFlag implements VerbsFlag {
    /** The first 40 bytes of the buffer are a global routing header. */
    GRH("IBV_WC_GRH", 0),

    /** The completion has immediate data. */
    WITH_IMM("IBV_WC_WITH_IMM", 1),

    /** The checksums of the packet are correct. */
    IP_CSUM_OK("IBV_WC_IP_CSUM_OK", 2),

    /** The completion has a key that was invalidated. */
    WITH_INV("IBV_WC_WITH_INV", 3),

    /** Tags must be synchronised. */
    TM_SYNC_REQ("IBV_WC_TM_SYNC_REQ", 4),

    /** A tag matched. */
    TM_MATCH("IBV_WC_TM_MATCH", 5),

    /** The data of a tagged message is complete. */
    TM_DATA_VALID("IBV_WC_TM_DATA_VALID", 6);

    private final String cName;
    private final int bit;

    CompletionFlag(String cName, int bit) {
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
