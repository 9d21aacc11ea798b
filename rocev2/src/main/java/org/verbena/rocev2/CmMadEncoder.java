// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

import java.nio.ByteBuffer;

/**
 * Writes a management datagram of the connection manager to a buffer: the payload of a packet to queue pair 1.
 *
 * <p>An encoder may be used for any number of datagrams, by one thread at a time. Numbers are in network byte order.
 * Methods throw {@link IllegalStateException} for a field of another message.
 *
 * <pre>{@code
 * mad.begin(payload, 0, CmMessageType.RTU, transactionId);
 * mad.set(CmField.RTU_LOCAL_COMM_ID, local).set(CmField.RTU_REMOTE_COMM_ID, remote);
 * }</pre>
 */
public final class CmMadEncoder extends CmMadFlyweight {
    /** Creates an encoder that refers to no datagram. */
    public CmMadEncoder() {}

    /**
     * Begins a datagram. It writes the header, and zeroes to all other bytes: receivers read fixed positions.
     *
     * @param target the buffer, in big-endian order, with space for {@link CmMadDecoder#LENGTH} bytes; its position is
     *     ignored
     * @param from the index of the first byte
     * @param type the type of the message
     * @param transactionId the transaction ID
     * @return this datagram
     */
    public CmMadEncoder begin(ByteBuffer target, int from, CmMessageType type, long transactionId) {
        buffer = target;
        offset = from;
        message = type;
        for (int i = 0; i < MAD_LENGTH; i += Long.BYTES) {
            target.putLong(from + i, 0);
        }
        target.put(from, (byte) BASE_VERSION).put(from + CLASS_AT, (byte) CM_CLASS);
        target.put(from + CLASS_VERSION_AT, (byte) CLASS_VERSION).put(from + METHOD_AT, (byte) METHOD_SEND);
        target.putLong(from + TRANSACTION_AT, transactionId);
        target.putShort(from + ATTRIBUTE_AT, (short) type.attribute());
        return this;
    }

    /**
     * Sets the status and the bytes that are specific to the class.
     *
     * @param value the four bytes as a big-endian number
     * @return this datagram
     */
    public CmMadEncoder status(int value) {
        buffer.putInt(offset + STATUS_AT, value);
        return this;
    }

    /**
     * Sets the attribute modifier.
     *
     * @param value the number, 32 bits
     * @return this datagram
     */
    public CmMadEncoder attributeModifier(int value) {
        buffer.putInt(offset + MODIFIER_AT, value);
        return this;
    }

    /**
     * Sets a number of the message.
     *
     * @param field the field
     * @param value the number, of which the low bits are written
     * @return this datagram
     */
    public CmMadEncoder set(CmField field, long value) {
        require(field.message(), field);
        field.set(buffer, offset, value);
        return this;
    }

    /**
     * Sets the first bytes of a block of the message.
     *
     * @param block the bytes
     * @param from the index of the first byte in the block
     * @param source the bytes from its position to its limit, which do not change; they fit in the block
     * @return this datagram
     */
    public CmMadEncoder put(CmBlock block, int from, ByteBuffer source) {
        require(block.message(), block);
        if (from < 0 || source.remaining() > block.length() - from) {
            throw new IllegalArgumentException(
                    block + " = " + source.remaining() + " bytes at " + from + ", limit " + block.length());
        }
        buffer.put(offset + block.offset() + from, source, source.position(), source.remaining());
        return this;
    }

    /**
     * Writes a datagram with the fields and blocks of another one. It sets each of them by its value, so that the
     * result shows whether the datagram was understood.
     *
     * @param from the other datagram, in which there is no defect
     * @param target the buffer, in big-endian order; its position is ignored
     * @param at the index of the first byte
     */
    public void copy(CmMadDecoder from, ByteBuffer target, int at) {
        begin(target, at, from.message(), from.transactionId());
        status(from.status()).attributeModifier(from.attributeModifier());
        for (CmField field : CmField.values()) {
            if (field.message() == message) {
                set(field, from.get(field));
            }
        }
        for (CmBlock block : CmBlock.values()) {
            if (block.message() == message) {
                byte[] bytes = new byte[block.length()];
                from.get(block, bytes);
                put(block, 0, ByteBuffer.wrap(bytes));
            }
        }
    }
}
