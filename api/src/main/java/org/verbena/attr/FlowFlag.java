// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** Flags of a flow rule: {@code enum ibv_flow_flags}. */
public enum FlowFlag implements VerbsFlag {
    /** Packets that match the rule are passed to the subsequent rules as well. */
    DONT_TRAP("IBV_FLOW_ATTR_FLAGS_DONT_TRAP", 1),

    /** The rule applies to sent packets. */
    EGRESS("IBV_FLOW_ATTR_FLAGS_EGRESS", 2);

    private final String cName;
    private final int bit;

    FlowFlag(String cName, int bit) {
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
