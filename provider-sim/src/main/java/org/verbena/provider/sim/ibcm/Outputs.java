// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

import java.nio.ByteBuffer;

/** The actions of a connection. They take effect after the connection has changed its state. */
interface Outputs {
    /** Sends a message to the peer. */
    void send(IbCmConnection connection, ByteBuffer mad);

    /** Starts the timer of the repetition of a message, or starts it again. */
    void repeatAfter(long millis);

    /** Stops the timer of the repetition. */
    void stopRepeating();

    /** Starts the timer of the timewait state. */
    void leaveTimewaitAfter(long millis);

    /** Removes the keys of the peer, so that a later request is neither a duplicate nor stale. */
    void forgetPeer(IbCmConnection connection);

    /** Reports an event. */
    void report(IbCmConnection connection, ConnEvent event);
}
