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
    }

    /**
     * Removes a rule.
     *
     * @param rule the rule
     */
    public void remove(FlowRule rule) {
        rules.remove(rule);
    }

    /** Delivers a frame to every queue pair of the port. */
    void copy(int portNum, WireMessage message) {
        for (int i = 0; i < receivers.size(); i++) {
            receivers.get(i).receive(portNum, message);
        }
    }

    /** Delivers a frame to the queue pair of the first matching rule, and to those with a sniffer rule. */
    void steer(int portNum, WireMessage message) {
        if (rules.isEmpty()) {
            return;
        }
        FrameFields frame = new FrameFields(headers, message.payload.read(0, headers));
        @Nullable FlowRule first = null;
        int least = FlowRule.NONE;
        for (FlowRule rule : rules) {
            if (!rule.isOf(portNum)) {
                continue;
            }
            if (rule.isSniffer()) {
                deliver(rule, portNum, message);
            }
            int rank = rule.rank(frame);
            if (rank < least) {
                first = rule;
                least = rank;
            }
        }
        if (first != null && !first.isDrop()) {
            deliver(first, portNum, message);
        }
    }

    private void deliver(FlowRule rule, int portNum, WireMessage message) {
        for (int i = 0; i < receivers.size(); i++) {
            if (receivers.get(i).isOf(rule.target())) {
                receivers.get(i).receive(portNum, message);
            }
        }
    }
}
