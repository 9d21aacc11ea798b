// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** Creation flags of an extended completion queue: {@code enum ibv_create_cq_attr_flags}. */
public enum CqCreateFlag implements VerbsFlag {
    /** Only one thread polls the queue, so the driver may omit locks. */
    SINGLE_THREADED("IBV_CREATE_CQ_ATTR_SINGLE_THREADED", 0),

    /** The device does not check for overruns. */
    IGNORE_OVERRUN("IBV_CREATE_CQ_ATTR_IGNORE_OVERRUN", 1);

    private final String cName;
    private final int bit;

    CqCreateFlag(String cName, int bit) {
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
