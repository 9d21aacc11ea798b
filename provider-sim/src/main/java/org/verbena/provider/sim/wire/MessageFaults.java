// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiPredicate;

/**
 * The faults of a wire. The first rule that applies to a message takes effect. Without rules messages pass unchanged.
 */
public final class MessageFaults {
    /** Schedules actions. */
    @FunctionalInterface
    public interface Delay {
        /**
         * Schedules an action.
         *
         * @param action the action
         * @param nanos the delay in nanoseconds
         */
        void later(Runnable action, long nanos);
    }

    /** The effect of a fault on a message. */
    public enum Effect {
        /** The message is lost. */
        DROP,
        /** The message arrives with an error. The receiver detects it by the checksum and discards the message. */
        CORRUPT,
        /** The message arrives twice. */
        DUPLICATE,
        /** The message arrives later, possibly after others. */
        DELAY,
        /** The responder answers the message as if no receive was posted. */
        RNR
    }

    /** A rule: an effect, and the messages that it affects. */
    public static final class Rule {
        private final Effect effect;
        private final BiPredicate<Port, WireMessage> wanted;
        private final long nanos;
        private final double chance;
        private long skip;
        private long times;
        private long hits;

        /**
         * Creates a rule.
         *
         * @param effect the effect
         * @param wanted the condition on the port that the message leaves by, and on the message
         * @param nanos the delay in nanoseconds, for {@link Effect#DELAY}
         * @param chance the probability, 0..1
         * @param skip the number of matching messages that pass first
         * @param times the maximum number of messages that the rule affects
         */
        public Rule(
                Effect effect,
                BiPredicate<Port, WireMessage> wanted,
                long nanos,
                double chance,
                long skip,
                long times) {
            this.effect = effect;
            this.wanted = wanted;
            this.nanos = nanos;
            this.chance = chance;
            this.skip = skip;
            this.times = times;
        }

        /** {@return the number of messages that this rule has affected} */
        public long hits() {
            return hits;
        }
    }

    private final Delay delay;
    private final List<Rule> rules = new ArrayList<>();
    private Random random = new Random(0);

    /**
     * Creates an instance without rules.
     *
     * @param delay the scheduler for delayed messages
     */
    public MessageFaults(Delay delay) {
        this.delay = delay;
    }

    /**
     * Restarts the random numbers with a seed.
     *
     * @param value the seed
     */
    public void seed(long value) {
        random = new Random(value);
    }

    /**
     * Adds a rule after the existing ones.
     *
     * @param rule the rule
     */
    public void add(Rule rule) {
        rules.add(rule);
    }

    /**
     * Removes a rule.
     *
     * @param rule the rule
     */
    public void remove(Rule rule) {
        rules.remove(rule);
    }

    /** Removes all rules. */
    public void clear() {
        rules.clear();
    }

    /** Returns whether there are no rules, so that messages pass unchanged. */
    boolean isEmpty() {
        return rules.isEmpty();
    }

    void pass(Port from, WireMessage message, Path path) {
        for (Rule rule : rules) {
            if (hits(rule, from, message)) {
                apply(rule, message, path);
                return;
            }
        }
        path.send(message);
    }

    private boolean hits(Rule rule, Port from, WireMessage message) {
        if (rule.times == 0 || !rule.wanted.test(from, message)) {
            return false;
        }
        if (rule.skip > 0) {
            rule.skip--;
            return false;
        }
        if (rule.chance < 1 && random.nextDouble() >= rule.chance) {
            return false;
        }
        rule.times--;
        rule.hits++;
        return true;
    }

    private void apply(Rule rule, WireMessage message, Path path) {
        switch (rule.effect) {
            case DROP, CORRUPT -> {}
            case DUPLICATE -> {
                WireMessage copy = message.copy();
                path.send(message);
                path.send(copy);
            }
            case DELAY -> {
                WireMessage copy = message.copy();
                delay.later(() -> path.send(copy), rule.nanos);
            }
            case RNR -> {
                message.receiverNotReady = true;
                try {
                    path.send(message);
                } finally {
                    message.receiverNotReady = false;
                }
            }
        }
    }
}
