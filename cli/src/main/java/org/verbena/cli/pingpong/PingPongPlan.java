// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.pingpong;

import java.time.Duration;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpType;

/**
 * The settings of a ping-pong. Both sides need the same, except for the last three.
 *
 * @param type the program of rdma-core on the other side
 * @param size the size of a message in bytes
 * @param iters the number of messages that each side sends and receives
 * @param mtu the path MTU
 * @param queuePairs the number of queue pairs, 1 except with a shared receive queue
 * @param validate whether to check the received data
 * @param portNum the port of the device
 * @param timeout the maximum time without progress
 */
record PingPongPlan(
        Type type, int size, long iters, Mtu mtu, int queuePairs, boolean validate, int portNum, Duration timeout) {
    /** The number of receives that are posted at a time. */
    static final int RECEIVES = 500;

    /** The bytes in front of a datagram. */
    static final int HEADER = 40;

    /** The four programs of rdma-core. */
    enum Type {
        /** {@code ibv_rc_pingpong(1)}. */
        RC(QpType.RC, 1),
        /** {@code ibv_uc_pingpong(1)}. */
        UC(QpType.UC, 1),
        /** {@code ibv_ud_pingpong(1)}. */
        UD(QpType.UD, 1),
        /** {@code ibv_srq_pingpong(1)}, which always exchanges 256 addresses. */
        SRQ(QpType.RC, 256);

        private final QpType qpType;
        private final int addresses;

        Type(QpType qpType, int addresses) {
            this.qpType = qpType;
            this.addresses = addresses;
        }

        QpType qpType() {
            return qpType;
        }

        /** Returns the number of addresses that the two sides exchange. */
        int addresses() {
            return addresses;
        }
    }

    /** Returns the number of bytes in front of a received message. */
    int header() {
        return type == Type.UD ? HEADER : 0;
    }
}
