package org.verbena.provider.sim.transport;

import java.util.List;
import org.verbena.FlowAttr;
import org.verbena.FlowAttrType;
import org.verbena.FlowSpec;
import org.verbena.FlowSpecType;

/** A flow rule of a queue pair. */
public final class FlowRule {
    /** No place in the line at all. */
    static final int NONE = Integer.MAX_VALUE;

    /** Default rules come behind all others, whose priorities have 16 bits; the more special one comes first. */
    private static final int MULTICAST_DEFAULT = 0x1_0000;

    private static final int ALL_DEFAULT = MULTICAST_DEFAULT + 1;
    private static final int GROUP_BIT = 1;

    private final FlowAttr attr;
    private final List<FlowSpec> specs;
    private final TransportQp target;

    /**
     * A rule.
     *
     * @param attr what it says
     * @param target where it leads
     */
    public FlowRule(FlowAttr attr, TransportQp target) {
        this.attr = attr;
        this.specs = attr.specs();
        this.target = target;
    }

    TransportQp target() {
        return target;
    }

    boolean isOf(int portNum) {
        return attr.port() == portNum;
    }

    boolean isDrop() {
        return specs.stream().anyMatch(spec -> spec.type() == FlowSpecType.ACTION_DROP);
    }

    boolean isSniffer() {
        return attr.type() == FlowAttrType.SNIFFER;
    }

    /** Its place in the line for a frame: the least one counts. */
    int rank(FrameFields frame) {
        return switch (attr.type()) {
            case NORMAL -> specs.stream().allMatch(frame::matches) ? attr.priority() : NONE;
            case MC_DEFAULT -> (frame.firstByte() & GROUP_BIT) != 0 ? MULTICAST_DEFAULT : NONE;
            case ALL_DEFAULT -> ALL_DEFAULT;
            case SNIFFER -> NONE;
        };
    }
}
