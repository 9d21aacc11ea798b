package org.verbena.provider.sim.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiPredicate;

/** What goes wrong on a wire. The first rule that wants a message has it; without rules messages just pass. */
public final class MessageFaults {
    /** Does things later. */
    @FunctionalInterface
    public interface Delay {
        /**
         * Does something later.
         *
         * @param action what
         * @param nanos in how many nanoseconds
         */
        void later(Runnable action, long nanos);
    }

    /** What becomes of a message. */
    public enum Effect {
        /** It gets lost. */
        DROP,
        /** It arrives with an error, and is discarded by its checksum. */
        CORRUPT,
        /** It arrives twice. */
        DUPLICATE,
        /** It arrives later, perhaps behind others. */
        DELAY
    }

    /** For which messages what happens. */
    public static final class Rule {
        private final Effect effect;
        private final BiPredicate<Port, Message> wanted;
        private final long nanos;
        private final double chance;
        private long skip;
        private long times;
        private long hits;

        /**
         * A rule.
         *
         * @param effect what happens
         * @param wanted to which messages, leaving by which port
         * @param nanos for a delay how long
         * @param chance with which probability, 0..1
         * @param skip after how many that pass
         * @param times how often
         */
        public Rule(
                Effect effect, BiPredicate<Port, Message> wanted, long nanos, double chance, long skip, long times) {
            this.effect = effect;
            this.wanted = wanted;
            this.nanos = nanos;
            this.chance = chance;
            this.skip = skip;
            this.times = times;
        }

        /**
         * How often it has happened.
         *
         * @return the number of messages
         */
        public long hits() {
            return hits;
        }
    }

    private final Delay delay;
    private final List<Rule> rules = new ArrayList<>();
    private Random random = new Random(0);

    /**
     * No faults.
     *
     * @param delay what delays messages
     */
    public MessageFaults(Delay delay) {
        this.delay = delay;
    }

    /**
     * Begins the random numbers anew.
     *
     * @param value the seed
     */
    public void seed(long value) {
        random = new Random(value);
    }

    /**
     * Adds a rule after the others.
     *
     * @param rule the rule
     */
    public void add(Rule rule) {
        rules.add(rule);
    }

    /**
     * Takes a rule away.
     *
     * @param rule the rule
     */
    public void remove(Rule rule) {
        rules.remove(rule);
    }

    /** Takes all rules away. */
    public void clear() {
        rules.clear();
    }

    /** Whether messages just pass. */
    boolean isEmpty() {
        return rules.isEmpty();
    }

    void pass(Port from, Message message, Path path) {
        for (Rule rule : rules) {
            if (hits(rule, from, message)) {
                apply(rule, message, path);
                return;
            }
        }
        path.send(message);
    }

    private boolean hits(Rule rule, Port from, Message message) {
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

    private void apply(Rule rule, Message message, Path path) {
        switch (rule.effect) {
            case DROP, CORRUPT -> {}
            case DUPLICATE -> {
                Message copy = message.copy();
                path.send(message);
                path.send(copy);
            }
            case DELAY -> {
                Message copy = message.copy();
                delay.later(() -> path.send(copy), rule.nanos);
            }
        }
    }
}
