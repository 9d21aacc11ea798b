package org.verbena.fidelity.walk;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The commands that a random walk takes. */
public enum WalkPath {
    /** Creating, changing, querying and destroying objects. */
    CONTROL(200, 40, 5000),

    /** Posting work requests, and whatever decides how they complete. */
    DATA(30, 4, 400),

    /**
     * The part of {@link #DATA} that a driver's library decides itself, whatever its device does: what a post refuses, what
     * fits, and what is flushed.
     */
    POST(30, 4, 400);

    private final int stepsOfAWalk;
    private final int mostObjects;
    private final int mostTrials;

    WalkPath(int stepsOfAWalk, int mostObjects, int mostTrials) {
        this.stepsOfAWalk = stepsOfAWalk;
        this.mostObjects = mostObjects;
        this.mostTrials = mostTrials;
    }

    /**
     * Returns the number of steps between fresh contexts.
     *
     * @return at least 1
     */
    public int stepsOfAWalk() {
        return stepsOfAWalk;
    }

    /** Returns how many objects of a kind a walk has at a time: enough for every relation, below the limits of devices. */
    int mostObjects() {
        return mostObjects;
    }

    /** Returns how often a difference is tried with less: a trial on the data path waits for what does not come. */
    int mostTrials() {
        return mostTrials;
    }

    List<Verb> verbs() {
        return switch (this) {
            case CONTROL, DATA ->
                Stream.of(Verb.values()).filter(verb -> verb.path() == this).toList();
            // A device alone knows the state of windows, and finds out that a region is gone.
            case POST ->
                List.of(
                        Verb.MR,
                        Verb.CQ,
                        Verb.SRQ,
                        Verb.PAIR,
                        Verb.RECV,
                        Verb.SRQ_RECV,
                        Verb.SEND,
                        Verb.NOTIFY,
                        Verb.MODIFY,
                        Verb.CLOSE);
        };
    }

    /** Tells whether steps have consequences that a device needs time for. */
    boolean needsTime() {
        return this != CONTROL;
    }

    /**
     * Returns the word for this path on the command line.
     *
     * @return the name in lower case
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
