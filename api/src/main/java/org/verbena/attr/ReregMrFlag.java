// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** The properties of a memory region that a reregistration changes: {@code enum ibv_rereg_mr_flags}. */
public enum ReregMrFlag implements VerbsFlag {
    /** The memory. */
    CHANGE_TRANSLATION("IBV_REREG_MR_CHANGE_TRANSLATION", 0),

    /** The protection domain. */
    CHANGE_PD("IBV_REREG_MR_CHANGE_PD", 1),

    /** The access flags. */
    CHANGE_ACCESS("IBV_REREG_MR_CHANGE_ACCESS", 2);

    private final String cName;
    private final int bit;

    ReregMrFlag(String cName, int bit) {
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
