// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.ping;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.verbena.attr.PortAttr;
import org.verbena.attr.QpType;
import org.verbena.cli.text.CommandException;

/**
 * The parameters of a ping.
 *
 * @param type RC, UC or UD
 * @param size the size of a message in bytes, 0..{@value #MAX_SIZE}
 * @param count the number of measured round trips
 * @param warmup the number of unmeasured round trips before them
 * @param inline whether messages are posted inline
 * @param timeout the time after which a missing answer counts as lost
 */
public record PingPlan(QpType type, int size, long count, long warmup, boolean inline, Duration timeout) {
    /** The maximum message size in bytes. The receives of both sides then fit into buffers that Java can view. */
    public static final int MAX_SIZE = 1 << 26;

    /** The maximum number of round trips. The 32 bits of immediate data identify a message. */
    public static final long MAX_COUNT = 2_000_000_000;

    private static final int LARGE = 1 << 16;
    private static final int GRH_LENGTH = 40;

    /** Returns the private data of the connection: what the answering side must know in addition to the type. */
    ByteBuffer toPrivateData() {
        return ByteBuffer.allocate(Integer.BYTES).putInt(size).flip();
    }

    /**
     * Returns the plan of the answering side.
     *
     * @param type the queue pair type of the peer
     * @param privateData the private data that the peer sent
     * @throws CommandException if the peer does not run a ping
     */
    PingPlan answering(QpType type, ByteBuffer privateData) {
        if (type != QpType.RC && type != QpType.UC && type != QpType.UD) {
            throw new CommandException("qp_type = " + type + ", limit RC, UC or UD for verbena ping");
        }
        if (privateData.remaining() != Integer.BYTES) {
            throw new CommandException(
                    "private data = " + privateData.remaining() + " bytes, but verbena ping sends 4");
        }
        int theirs = privateData.getInt();
        if (theirs < 0 || theirs > MAX_SIZE) {
            throw new CommandException(
                    "message size = " + Integer.toUnsignedString(theirs) + " bytes, limit " + MAX_SIZE);
        }
        return new PingPlan(type, theirs, 0, 0, inline, timeout);
    }

    /**
     * Checks that a port can transfer the messages.
     *
     * @throws CommandException if the messages are too long
     */
    void requireFit(PortAttr port) {
        // enum ibv_mtu encodes powers of two; 1 is 256.
        long limit = isDatagram() ? 128L << port.activeMtuCode() : port.maxMsgSz();
        if (size > limit) {
            throw new CommandException(
                    "message size = " + size + " bytes, limit " + limit + " for " + type + " on this port");
        }
    }

    /** Returns the number of message buffers in each direction. */
    int depth() {
        return size <= LARGE ? 32 : 4;
    }

    /**
     * Returns the size of a receive in bytes. A datagram is preceded by 40 bytes for a global route header,
     * {@code ibv_post_recv(3)}.
     */
    int receiveLength() {
        return size + (isDatagram() ? GRH_LENGTH : 0);
    }

    boolean isDatagram() {
        return type == QpType.UD;
    }

    /** Returns whether the transport may lose a message. */
    boolean isUnreliable() {
        return type != QpType.RC;
    }
}
