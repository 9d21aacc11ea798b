package org.verbena.libibverbs.driver;

/**
 * Reads completions of librxe, without its {@code next_poll}: up to rdma-core 58, that one passes over an entry and
 * unlocks the queue when there are no more completions, and {@code end_poll} does both again, after which the queue
 * gives completions that never were. Here the next completion is the first one of the next poll.
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

    /** Also where there were no more: {@code end_poll} unlocks, and then nothing is locked. */
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
