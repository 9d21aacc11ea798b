package org.verbena;

/** What a flow rule does beside: {@code enum ibv_flow_flags}. */
public enum FlowFlag implements VerbsFlag {
    /** Packets go on to the rules behind this one too. */
    DONT_TRAP("IBV_FLOW_ATTR_FLAGS_DONT_TRAP", 1),

    /** It is for packets that are sent. */
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
