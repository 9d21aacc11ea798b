// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The message that a connection repeats until the peer answers: {@code struct ib_mad_send_buf} with its retries. */
final class Repetition {
    private final IbCmConnection connection;
    private final Outputs out;
    private @Nullable ByteBuffer mad;
    private ConnState sentIn = ConnState.IDLE;
    private int left;
    private long millis;

    Repetition(IbCmConnection connection, Outputs out) {
        this.connection = connection;
        this.out = out;
    }

    /** Sends a message, and repeats it at most {@code times} times. */
    void begin(ByteBuffer message, ConnState state, int times, long interval) {
        mad = message;
        sentIn = state;
        left = times;
        millis = interval;
        out.send(connection, message);
        out.repeatAfter(millis);
    }

    /** {@code ib_cancel_mad}. */
    void stop() {
        mad = null;
        out.stopRepeating();
    }

    /**
     * Repeats the message after the interval has elapsed.
     *
     * @return the state in which the message was sent, if there are no more repetitions; otherwise null
     */
    @Nullable
    ConnState again() {
        ByteBuffer message = mad;
        if (message == null) {
            return null;
        }
        if (left == 0) {
            mad = null;
            return sentIn;
        }
        left--;
        out.send(connection, message);
        out.repeatAfter(millis);
        return null;
    }

    /** Waits longer, because the peer is slow: {@code ib_modify_mad}. Returns false if no message is repeated. */
    boolean slowDown(ConnState state, long interval) {
        if (mad == null) {
            return false;
        }
        sentIn = state;
        millis = interval;
        out.repeatAfter(millis);
        return true;
    }
}
