// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.ping;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;
import org.verbena.cli.command.SpinWait;
import org.verbena.cli.text.CommandException;

/** The side that starts. It sends a message, waits for the answer, and measures the round trip. */
final class Pinger {
    private static final int SIGNIFICANT_DIGITS = 3;

    /** The number of consecutive messages without an answer after which the peer counts as unreachable. */
    private static final int GIVE_UP_AFTER = 10;

    private final PingEnd end;
    private final PingPlan plan;
    private final Runnable partner;
    private final Histogram roundTrips = new Histogram(SIGNIFICANT_DIGITS);
    private final SpinWait spinWait = new SpinWait();
    private long lost;
    private int lostInARow;
    private boolean measuring;

    /**
     * Creates a pinger for a connected end.
     *
     * @param end this side
     * @param plan the plan
     * @param partner advances the other side, if that is in the same thread; otherwise does nothing
     */
    Pinger(PingEnd end, PingPlan plan, Runnable partner) {
        this.end = end;
        this.plan = plan;
        this.partner = partner;
    }

    /**
     * Executes the plan. A failure ends it and becomes part of the result.
     *
     * @param stopped returns whether to stop; polled before each message and during each wait for an answer
     * @param progress receives the number of completed round trips
     */
    PingResult run(BooleanSupplier stopped, LongConsumer progress) {
        long all = plan.warmup() + plan.count();
        long start = System.nanoTime();
        Optional<String> failure = Optional.empty();
        try {
            for (long number = 0; number < all && !stopped.getAsBoolean(); number++) {
                if (number == plan.warmup()) {
                    measuring = true;
                    start = System.nanoTime();
                }
                roundTrip((int) number, stopped);
                progress.accept(number + 1);
            }
        } catch (CommandException e) {
            failure = Optional.of(String.valueOf(e.getMessage()));
        }
        long elapsed = measuring ? System.nanoTime() - start : 0;
        return new PingResult(roundTrips, lost, Duration.ofNanos(elapsed), failure);
    }

    private void roundTrip(int number, BooleanSupplier stopped) {
        long expected = Integer.toUnsignedLong(number);
        long start = System.nanoTime();
        long deadline = start + plan.timeout().toNanos();
        awaitFreeSlot(number, deadline);
        start = System.nanoTime();
        end.send(number);
        spinWait.reset();
        while (true) {
            partner.run();
            long answer = end.take();
            long now = System.nanoTime();
            if (answer == expected) {
                answered(now - start);
                return;
            }
            if (answer != PingRecvRing.NONE) {
                requireLate(answer, expected);
            } else if (now - deadline > 0) {
                noAnswer(number);
                return;
            } else if (stopped.getAsBoolean()) {
                return;
            } else {
                spinWait.pause();
            }
        }
    }

    private void answered(long nanos) {
        lostInARow = 0;
        if (measuring) {
            roundTrips.recordValue(nanos);
        }
    }

    private void awaitFreeSlot(int number, long deadline) {
        while (!end.hasFreeSlot()) {
            partner.run();
            if (System.nanoTime() - deadline > 0) {
                throw new CommandException(
                        "the send queue has no free slot for message " + number + " within " + plan.timeout());
            }
            spinWait.pause();
        }
    }

    /**
     * Checks that an unexpected answer belongs to an earlier message, which counted as lost on an unreliable transport.
     */
    private void requireLate(long answer, long expected) {
        if (!plan.isUnreliable() || answer > expected) {
            throw new CommandException("received answer " + answer + ", expected " + expected);
        }
    }

    private void noAnswer(int number) {
        if (!plan.isUnreliable()) {
            throw new CommandException("no answer to message " + number + " within " + plan.timeout());
        }
        lost += measuring ? 1 : 0;
        lostInARow++;
        if (lostInARow == GIVE_UP_AFTER) {
            throw new CommandException("no answer to " + GIVE_UP_AFTER + " consecutive messages");
        }
    }
}
