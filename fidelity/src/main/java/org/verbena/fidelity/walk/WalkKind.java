// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The kinds of random walks, which differ in their commands. */
public enum WalkKind {
    /** Commands that create, change, query and destroy objects. */
    CONTROL(200, 40, 5000, Duration.ZERO),

    /** Commands that post work requests, and commands that affect their completion. */
    DATA(30, 4, 400, Duration.ofSeconds(3)),

    /**
     * The part of {@link #DATA} that a driver's library decides independently of the device: refused posts, queue
     * capacity, and flushed requests.
     */
    POST(30, 4, 400, Duration.ofSeconds(3)),

    /** Calls of connection management, with the events that they cause. */
    CM(40, 20, 150, Duration.ofMinutes(2));

    private final int stepsOfAWalk;
    private final int mostObjects;
    private final int mostTrials;
    private final Duration maxWait;

    WalkKind(int stepsOfAWalk, int mostObjects, int mostTrials, Duration maxWait) {
        this.stepsOfAWalk = stepsOfAWalk;
        this.mostObjects = mostObjects;
        this.mostTrials = mostTrials;
        this.maxWait = maxWait;
    }

    /**
     * Returns the number of steps between fresh contexts.
     *
     * @return at least 1
     */
    public int stepsOfAWalk() {
        return stepsOfAWalk;
    }

    /**
     * Returns the maximum number of objects of a kind. It permits every relation between objects and is below the
     * limits of devices.
     */
    int mostObjects() {
        return mostObjects;
    }

    /**
     * Returns the maximum number of shrinking trials. Data path trials are slow, because they wait for completions that
     * do not arrive.
     */
    int mostTrials() {
        return mostTrials;
    }

    /** Returns the maximum wait for the device. Only a device that differs uses it up, even on a busy machine. */
    Duration maxWait() {
        return maxWait;
    }

    List<StepVerb> verbs() {
        return switch (this) {
            case CONTROL, DATA, CM ->
                Stream.of(StepVerb.values()).filter(verb -> verb.path() == this).toList();
            // Only the device knows the state of windows and detects that a region is closed.
            case POST ->
                List.of(
                        StepVerb.MR,
                        StepVerb.CQ,
                        StepVerb.SRQ,
                        StepVerb.PAIR,
                        StepVerb.RECV,
                        StepVerb.SRQ_RECV,
                        StepVerb.SEND,
                        StepVerb.NOTIFY,
                        StepVerb.MODIFY,
                        StepVerb.CLOSE);
        };
    }

    /** Returns whether a device needs time until the effects of a step are visible. */
    boolean needsTime() {
        return this != CONTROL;
    }

    /** Returns whether the steps post work requests. */
    boolean hasTraffic() {
        return this == DATA || this == POST;
    }

    /**
     * Returns the name of this path on the command line.
     *
     * @return the name in lower case
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
