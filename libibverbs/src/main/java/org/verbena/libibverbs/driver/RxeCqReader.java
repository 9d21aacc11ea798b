// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

/**
 * Reads completions of librxe without calling its {@code next_poll}. Up to rdma-core 58, {@code next_poll} skips an
 * entry and unlocks the queue if there are no more completions. {@code end_poll} then does both again, and the queue
 * returns completions that never existed. So this class reads the next completion as the first one of another poll.
 */
final class RxeCqReader extends NativeCqReader {
    private boolean started;

    RxeCqReader(NativeContext context, long pointer) {
        super(context, pointer);
    }

    @Override
    public int startPoll() {
        int result = super.startPoll();
        started = result == 0;
        return result;
    }

    /**
     * Ends the poll and starts another one. If that finds no completion, the queue is already unlocked, and
     * {@link #endPoll} does nothing.
     */
    @Override
    public int nextPoll() {
        endPoll();
        return startPoll();
    }

    @Override
    public void endPoll() {
        if (started) {
            started = false;
            super.endPoll();
        }
    }
}
