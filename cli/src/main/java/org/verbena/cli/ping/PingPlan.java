package org.verbena.cli.ping;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.verbena.PortAttr;
import org.verbena.QpType;

/**
 * What is to be done.
 *
 * @param type RC, UC or UD
 * @param size bytes of a message, 0..{@value #MAX_SIZE}
 * @param count round trips that are measured
 * @param warmup round trips before them that are not
 * @param inline whether messages are posted inline
 * @param timeout how long to wait for an answer before it counts as lost
 */
public record PingPlan(QpType type, int size, long count, long warmup, boolean inline, Duration timeout) {
    /** The largest message: the receives of both sides fit into buffers that Java can view. */
    public static final int MAX_SIZE = 1 << 26;

    /** The largest number of round trips: messages are told apart by 32 bits of immediate data. */
    public static final long MAX_COUNT = 2_000_000_000;

    private static final int LARGE = 1 << 16;
    private static final int GRH_LENGTH = 40;

    /** What the side that answers has to know beside the type, as private data of the connection. */
    ByteBuffer toPrivateData() {
        return ByteBuffer.allocate(Integer.BYTES).putInt(size).flip();
    }

    /**
     * The plan of the side that answers.
     *
     * @param type what the other side has
     * @param privateData what the other side gave along
     * @throws PingException if the other side is none that pings
     */
    PingPlan answering(QpType type, ByteBuffer privateData) {
        if (type != QpType.RC && type != QpType.UC && type != QpType.UD) {
            throw new PingException("queue pairs of type " + type + " do not ping");
        }
        if (privateData.remaining() != Integer.BYTES) {
            throw new PingException(privateData.remaining() + " bytes of private data, and verbena ping sends 4");
        }
        int theirs = privateData.getInt();
        if (theirs < 0 || theirs > MAX_SIZE) {
            throw new PingException("messages of " + Integer.toUnsignedString(theirs) + " bytes, limit " + MAX_SIZE);
        }
        return new PingPlan(type, theirs, 0, 0, inline, timeout);
    }

    /**
     * Checks that a port can carry the messages.
     *
     * @throws PingException if they are too long
     */
    void requireFit(PortAttr port) {
        // enum ibv_mtu counts powers of two from 256, which is 1.
        long limit = isDatagram() ? 128L << port.activeMtuCode() : port.maxMsgSz();
        if (size > limit) {
            throw new PingException(
                    "messages of " + size + " bytes, and the port carries " + limit + " at most by " + type);
        }
    }

    /** Messages that there are buffers for, in each direction. */
    int depth() {
        return size <= LARGE ? 32 : 4;
    }

    /** Bytes of a receive: a datagram is preceded by room for a global route header, {@code ibv_post_recv(3)}. */
    int receiveLength() {
        return size + (isDatagram() ? GRH_LENGTH : 0);
    }

    boolean isDatagram() {
        return type == QpType.UD;
    }

    /** Whether a message may get lost on the way. */
    boolean isUnreliable() {
        return type != QpType.RC;
    }
}
