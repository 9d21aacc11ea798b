// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

/** The retries that a reliable requester has left until its next progress. */
final class RetryBudget {
    private static final int ENDLESS = 7;

    private int retryCnt;
    private int rnrRetry;
    private int retriesLeft;
    private int rnrRetriesLeft;
    private int retriesWithoutProgress;

    /** Sets {@code retry_cnt} and {@code rnr_retry}, and reloads both counters. */
    void limits(int retries, int rnrRetries) {
        retryCnt = retries;
        rnrRetry = rnrRetries;
        reload();
    }

    /** Reloads both counters after progress. */
    void reload() {
        retriesLeft = retryCnt;
        rnrRetriesLeft = rnrRetry;
        retriesWithoutProgress = 0;
    }

    /**
     * Returns how often the time between two retries has doubled. Adapters and the InfiniBand specification end after
     * seven retries, so an endless sequence of retries slows down from then on.
     */
    int doublings() {
        return Math.max(0, retriesWithoutProgress - ENDLESS);
    }

    /**
     * Takes a retry.
     *
     * @param endless whether 7 stands for any number, as in rxe
     * @return whether one was left
     */
    boolean takeRetry(boolean endless) {
        if (retriesLeft == 0) {
            return false;
        }
        retriesLeft -= retriesLeft == ENDLESS && endless ? 0 : 1;
        retriesWithoutProgress++;
        return true;
    }

    /** Takes some retries, of which 7 stands for any number. Returns whether so many were left. */
    boolean takeRetries(int number) {
        if (retriesLeft == ENDLESS) {
            return true;
        }
        boolean enough = number <= retriesLeft;
        retriesLeft = enough ? retriesLeft - number : 0;
        return enough;
    }

    /** Takes a retry after the receiver was not ready. Returns whether one was left. */
    boolean takeRnrRetry() {
        if (rnrRetriesLeft == 0) {
            return false;
        }
        rnrRetriesLeft -= rnrRetriesLeft == ENDLESS ? 0 : 1;
        retriesWithoutProgress++;
        return true;
    }
}
