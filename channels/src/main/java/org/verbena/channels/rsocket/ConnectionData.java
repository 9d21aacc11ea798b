// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.rsocket;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The private data of a request and of its answer ({@code struct rs_conn_data} of rsocket.c), 40 bytes in network
 * order.
 *
 * @param bigEndian whether the sender reads descriptors in big-endian order
 * @param credits the number of messages that the receiver of this record may send
 * @param ioMapSize the entries of the sender's I/O map, a value of {@link #ioMapSize(int)}
 * @param targets the sender's list of descriptors: address, key, and number of entries
 * @param ring the part of the sender's ring that is writable from the start: address, key, and number of bytes
 */
public record ConnectionData(boolean bigEndian, int credits, int ioMapSize, Target targets, Target ring) {
    /** The number of bytes. */
    public static final int LENGTH = 40;

    /** The largest number of entries of an I/O map. */
    public static final int MAX_IO_MAP = 127 << 8;

    private static final int VERSION = 1;
    private static final int BIG_ENDIAN = 1;
    private static final int IO_MAP = 2;
    private static final int RESERVED = 3;
    private static final int SCALE = 0x80;
    private static final int UNIT = 256;

    /** The sender's ring has at least two halves, which C and this library announce in turn. */
    private static final int MIN_ENTRIES = 2;

    private static final int MAX_ENTRIES = 1 << 16;

    /**
     * Returns the size of an I/O map that has at least a number of entries. A byte encodes it ({@code
     * rs_value_to_scale}).
     *
     * @param entries the number, 0..{@link #MAX_IO_MAP}
     * @return the number itself up to 128, above the next multiple of 256
     */
    public static int ioMapSize(int entries) {
        return entries <= SCALE ? entries : entries + UNIT - 1 & -UNIT;
    }

    /**
     * Encodes the record.
     *
     * @return {@link #LENGTH} bytes
     */
    public ByteBuffer encode() {
        ByteBuffer data = ByteBuffer.allocate(LENGTH);
        data.put((byte) VERSION)
                .put((byte) (bigEndian ? BIG_ENDIAN | IO_MAP : IO_MAP))
                .putShort((short) credits)
                .put(new byte[RESERVED])
                .put((byte) (ioMapSize <= SCALE ? ioMapSize : SCALE | ioMapSize / UNIT));
        put(data, targets);
        put(data, ring);
        return data.flip();
    }

    private static void put(ByteBuffer data, Target target) {
        data.putLong(target.address()).putInt((int) target.key()).putInt(target.length());
    }

    /**
     * Decodes and checks the record of a peer.
     *
     * @param privateData the private data of a request or an answer
     * @return the record
     * @throws ProtocolException if it is too short, has another version, or contains a value that the protocol forbids
     */
    public static ConnectionData decode(ByteBuffer privateData) throws ProtocolException {
        ByteBuffer data = privateData.duplicate().order(ByteOrder.BIG_ENDIAN);
        if (data.remaining() < LENGTH) {
            throw new ProtocolException(
                    "connection data of " + data.remaining() + " bytes, rsocket sends " + LENGTH + " or more");
        }
        int version = Byte.toUnsignedInt(data.get());
        if (version != VERSION) {
            throw new ProtocolException("rsocket version " + version + ", supported " + VERSION);
        }
        int flags = data.get();
        int credits = Short.toUnsignedInt(data.getShort());
        data.position(data.position() + RESERVED);
        int scaled = Byte.toUnsignedInt(data.get());
        int map = (flags & IO_MAP) == 0 ? 0 : scaled <= SCALE ? scaled : (scaled & ~SCALE) * UNIT;
        Target targets = target(data);
        Target ring = target(data);
        require(credits > 0, "credits = 0, minimum 1");
        require(
                targets.length() >= MIN_ENTRIES && targets.length() <= MAX_ENTRIES,
                "target_sgl.length = " + Integer.toUnsignedString(targets.length()) + ", allowed " + MIN_ENTRIES + ".."
                        + MAX_ENTRIES);
        require(ring.isInAddressSpace(), "data_buf = " + ring + ", outside the address space");
        return new ConnectionData((flags & BIG_ENDIAN) != 0, credits, map, targets, ring);
    }

    private static Target target(ByteBuffer data) {
        return new Target(data.getLong(), Integer.toUnsignedLong(data.getInt()), data.getInt());
    }

    private static void require(boolean condition, String message) throws ProtocolException {
        if (!condition) {
            throw new ProtocolException("connection data: " + message);
        }
    }
}
