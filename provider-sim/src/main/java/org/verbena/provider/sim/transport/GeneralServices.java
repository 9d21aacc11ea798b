// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.provider.sim.wire.DropReason;
import org.verbena.provider.sim.wire.WireMessage;

/** The general services interface of a device: queue pair 1, which receives management datagrams. */
public interface GeneralServices {
    /** The number of the queue pair. */
    int QPN = 1;

    /** The Q_Key of the queue pair: {@code IB_QP1_QKEY}. */
    int QKEY = 0x8001_0000;

    /** Services that handle nothing. */
    GeneralServices NONE = new GeneralServices() {
        @Override
        public @Nullable DropReason refuses(WireMessage message) {
            return DropReason.UNHANDLED_MAD;
        }

        @Override
        public void receive(int portNum, WireMessage message) {}

        @Override
        public void deviceFailed() {}
    };

    /**
     * Checks whether a message may be received.
     *
     * @param message the message, a datagram
     * @return the reason to drop it, null if it may be received
     */
    @Nullable
    DropReason refuses(WireMessage message);

    /**
     * Receives a message.
     *
     * @param portNum the port that it has arrived at
     * @param message the message, a datagram
     */
    void receive(int portNum, WireMessage message);

    /** Handles the failure of the device. */
    void deviceFailed();
}
