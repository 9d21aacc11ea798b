// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

/**
 * Watches the peer of a connection on a network. After half of a time limit without a packet of the peer, the device
 * repeats the last packet until something arrives, because every responder acknowledges a repetition (IBA 9.7.5.1.5).
 * The keepalive of TCP does the same. After the whole limit, the connection ends.
 *
 * <p>An adapter still answers while its process is stopped or busy, but a simulator does not. A queue pair with the
 * maximum of retries therefore repeats its requests until the limit.
 */
final class KeepAlive extends Timer {
    /** The number of checks within the limit. They are counted, so a time in which this process stops does not count. */
    private static final int CHECKS = 16;

    private final TransportQp qp;
    private final ReliableRequester requester;
    private final long interval;
    private final boolean extendsRetries;
    private final Runnable silent;
    private int quietChecks;

    /**
     * Creates a watch that has not begun.
     *
     * @param qp the queue pair
     * @param requester its requester
     * @param nanos the limit, in nanoseconds
     * @param extendsRetries whether requests are repeated until the limit
     * @param silent called when the peer has been silent for so long
     */
    KeepAlive(TransportQp qp, ReliableRequester requester, long nanos, boolean extendsRetries, Runnable silent) {
        this.qp = qp;
        this.requester = requester;
        this.interval = Math.max(1, nanos / CHECKS);
        this.extendsRetries = extendsRetries;
        this.silent = silent;
    }

    boolean extendsRetries() {
        return extendsRetries;
    }

    void begin() {
        qp.engine().timers().set(this, interval);
    }

    void end() {
        qp.engine().timers().cancel(this);
    }

    /** Handles the arrival of any packet of the peer. */
    void heard() {
        quietChecks = 0;
    }

    @Override
    void expire() {
        quietChecks++;
        if (quietChecks >= CHECKS) {
            requester.peerIsSilent();
            silent.run();
            return;
        }
        if (quietChecks >= CHECKS / 2) {
            requester.probe();
        }
        begin();
    }
}
