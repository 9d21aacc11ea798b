package org.verbena.cli.ping;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;

/** The side that begins: it sends a message, waits for its answer, and measures how long that takes. */
final class Pinger {
    private static final int SIGNIFICANT_DIGITS = 3;

    /** So many without an answer, one after the other, and there is nobody. */
    private static final int GIVE_UP_AFTER = 10;

    private final PingEnd end;
    private final PingPlan plan;
    private final Runnable partner;
    private final Histogram roundTrips = new Histogram(SIGNIFICANT_DIGITS);
    private final Patience patience = new Patience();
    private long lost;
    private int lostInARow;
    private boolean measuring;

    /**
     * Begins from an end that has been connected.
     *
     * @param end this side
     * @param plan what to do
     * @param partner what the other side has to be moved by, if it is in this thread; does nothing otherwise
     */
    Pinger(PingEnd end, PingPlan plan, Runnable partner) {
        this.end = end;
        this.plan = plan;
        this.partner = partner;
    }

    /**
     * Carries out the plan. A failure ends it and is part of the result.
     *
     * @param stopped asked before each message
     * @param progress is told how many round trips there have been
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
        } catch (PingException e) {
            failure = Optional.of(String.valueOf(e.getMessage()));
        }
        long elapsed = measuring ? System.nanoTime() - start : 0;
        return new PingResult(roundTrips, lost, Duration.ofNanos(elapsed), failure);
    }

    private void roundTrip(int number, BooleanSupplier stopped) {
        long expected = Integer.toUnsignedLong(number);
        long start = System.nanoTime();
        long deadline = start + plan.timeout().toNanos();
        awaitRoom(number, deadline);
        start = System.nanoTime();
        end.send(number);
        patience.reset();
        while (true) {
            partner.run();
            long answer = end.take();
            long now = System.nanoTime();
            if (answer == expected) {
                answered(now - start);
                return;
            }
            if (answer != RecvRing.NONE) {
                requireLate(answer, expected);
            } else if (now - deadline > 0) {
                noAnswer(number);
                return;
            } else if (stopped.getAsBoolean()) {
                return;
            } else {
                patience.pause();
            }
        }
    }

    private void answered(long nanos) {
        lostInARow = 0;
        if (measuring) {
            roundTrips.recordValue(nanos);
        }
    }

    private void awaitRoom(int number, long deadline) {
        while (!end.hasRoom()) {
            partner.run();
            if (System.nanoTime() - deadline > 0) {
                throw new PingException("no room for message " + number + " within " + plan.timeout());
            }
            patience.pause();
        }
    }

    /** An answer that was given up may come after all. */
    private void requireLate(long answer, long expected) {
        if (!plan.isUnreliable() || answer > expected) {
            throw new PingException("answer " + answer + " came where " + expected + " was due");
        }
    }

    private void noAnswer(int number) {
        if (!plan.isUnreliable()) {
            throw new PingException("no answer to message " + number + " within " + plan.timeout());
        }
        lost += measuring ? 1 : 0;
        lostInARow++;
        if (lostInARow == GIVE_UP_AFTER) {
            throw new PingException("no answer to " + GIVE_UP_AFTER + " messages one after the other");
        }
    }
}
