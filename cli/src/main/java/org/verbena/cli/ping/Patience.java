package org.verbena.cli.ping;

/** How a loop waits that must not sleep: it spins, and after a while lets other threads of the processor have their turn. */
final class Patience {
    private static final int SPINS = 1000;

    private int pauses;

    void reset() {
        pauses = 0;
    }

    @SuppressWarnings("ThreadPriorityCheck") // correct without; a device in software may need the processor, though
    void pause() {
        if (pauses < SPINS) {
            pauses++;
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }
}
