// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.util.List;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowAttrType;
import org.verbena.attr.FlowFlag;
import org.verbena.attr.FlowSpec;
import org.verbena.attr.FlowSpecType;
import org.verbena.core.model.rules.ObjectRules;

/** A flow rule of a queue pair. */
public final class FlowRule {
    /** The rank of a rule that does not match. */
    static final int NONE = Integer.MAX_VALUE;

    /**
     * The ranks of default rules. They follow all other rules, whose priorities have 16 bits. The more specific one
     * comes first.
     */
    private static final int MULTICAST_DEFAULT = 0x1_0000;

    private static final int ALL_DEFAULT = MULTICAST_DEFAULT + 1;
    private static final int GROUP_BIT = 1;

    private final FlowAttr attr;
    private final List<FlowSpec> specs;
    private final TransportQp target;
    private final int tag;
    private final boolean drop;

    /**
     * Creates a rule.
     *
     * @param attr the attributes of the rule
     * @param target the queue pair that receives the frames
     */
    public FlowRule(FlowAttr attr, TransportQp target) {
        this.attr = attr;
        this.specs = attr.specs();
        this.target = target;
        this.tag = (int) ObjectRules.flowTag(attr);
        this.drop = specs.stream().anyMatch(spec -> spec.type() == FlowSpecType.ACTION_DROP);
    }

    TransportQp target() {
        return target;
    }

    boolean isOf(int portNum) {
        return attr.port() == portNum;
    }

    boolean isDrop() {
        return drop;
    }

    /** Returns the tag of the completions of its frames, 0 if it has none. */
    int tag() {
        return tag;
    }

    /** Returns whether the rule applies to sent frames. */
    boolean isEgress() {
        return attr.flags().contains(FlowFlag.EGRESS);
    }

    /** Returns whether a frame goes on to the next rule. A rule that drops its frames ends the search. */
    boolean passesOn() {
        return attr.flags().contains(FlowFlag.DONT_TRAP) && !drop;
    }

    boolean isSniffer() {
        return attr.type() == FlowAttrType.SNIFFER;
    }

    /** Returns the rank of this rule for a frame. The rule with the lowest rank takes effect. */
    int rank(FrameFields frame) {
        return switch (attr.type()) {
            case NORMAL -> specs.stream().allMatch(frame::matches) ? attr.priority() : NONE;
            case MC_DEFAULT -> (frame.firstByte() & GROUP_BIT) != 0 ? MULTICAST_DEFAULT : NONE;
            case ALL_DEFAULT -> ALL_DEFAULT;
            case SNIFFER -> NONE;
        };
    }
}
