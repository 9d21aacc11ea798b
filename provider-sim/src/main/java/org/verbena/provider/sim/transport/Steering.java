// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.verbena.provider.sim.wire.WireMessage;

/**
 * Delivers frames to raw packet queue pairs. A frame goes to the queue pair of the first matching rule, or to all queue
 * pairs of a port. Of rules with equal rank, the oldest comes first.
 */
public final class Steering {
    /** The number of bytes of a frame that rules can describe. */
    private static final int HEADERS = 128;

    private final List<RawResponder> receivers = new ArrayList<>();
    private final List<FlowRule> rules = new ArrayList<>();
    private final byte[] headers = new byte[HEADERS];
    private int egressRules;

    Steering() {}

    void add(RawResponder receiver) {
        receivers.add(receiver);
    }

    void remove(RawResponder receiver) {
        receivers.remove(receiver);
    }

    /**
     * Adds a rule.
     *
     * @param rule the rule
     */
    public void add(FlowRule rule) {
        rules.add(rule);
        egressRules += rule.isEgress() ? 1 : 0;
    }

    /**
     * Removes a rule.
     *
     * @param rule the rule
     */
    public void remove(FlowRule rule) {
        if (rules.remove(rule) && rule.isEgress()) {
            egressRules--;
        }
    }

    /** Delivers a frame to every queue pair of the port. */
    void copy(int portNum, WireMessage message) {
        message.flowTag = 0;
        for (int i = 0; i < receivers.size(); i++) {
            receivers.get(i).receive(portNum, message);
        }
    }

    /**
     * Delivers a frame to the queue pair of the first matching rule, to those of the rules before it that pass frames on,
     * and to those with a sniffer rule.
     */
    void steer(int portNum, WireMessage message) {
        if (rules.isEmpty()) {
            return;
        }
        FrameFields frame = fields(message);
        FlowRule first = first(frame, portNum, false);
        int least = first == null ? FlowRule.NONE - 1 : first.rank(frame);
        for (FlowRule rule : rules) {
            // mlx5: ib_prio_to_core_prio places a rule that passes frames on before the others of its priority.
            boolean before = rule.passesOn() && rule.rank(frame) <= least;
            if (rule.isOf(portNum) && !rule.isEgress() && (rule.isSniffer() || before)) {
                deliver(rule, portNum, message);
            }
        }
        if (first != null && !first.isDrop()) {
            deliver(first, portNum, message);
        }
    }

    /** Returns whether a rule for sent frames drops a frame. */
    boolean dropsSent(int portNum, WireMessage message) {
        if (egressRules == 0) {
            return false;
        }
        FlowRule first = first(fields(message), portNum, true);
        return first != null && first.isDrop();
    }

    private FrameFields fields(WireMessage message) {
        return new FrameFields(headers, message.payload.read(0, headers));
    }

    /** Returns the first matching rule of a direction that does not pass the frame on. */
    private @Nullable FlowRule first(FrameFields frame, int portNum, boolean egress) {
        @Nullable FlowRule first = null;
        int least = FlowRule.NONE;
        for (FlowRule rule : rules) {
            if (rule.isOf(portNum) && rule.isEgress() == egress && !rule.passesOn()) {
                int rank = rule.rank(frame);
                if (rank < least) {
                    first = rule;
                    least = rank;
                }
            }
        }
        return first;
    }

    private void deliver(FlowRule rule, int portNum, WireMessage message) {
        message.flowTag = rule.tag();
        for (int i = 0; i < receivers.size(); i++) {
            if (receivers.get(i).isOf(rule.target())) {
                receivers.get(i).receive(portNum, message);
            }
        }
    }
}
