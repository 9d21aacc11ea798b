// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

import java.nio.ByteBuffer;

/**
 * Reads a management datagram of the connection manager in a buffer: the payload of a packet to queue pair 1.
 *
 * <p>A decoder may be used for any number of datagrams, by one thread at a time. Numbers are in network byte order.
 * Methods throw {@link IllegalStateException} for a field of another message.
 *
 * <pre>{@code
 * if (mad.wrap(payload, 0, length) == CmMadDecoder.Defect.NONE && mad.message() == CmMessageType.REQ) {
 *     request(mad.get(CmField.REQ_LOCAL_COMM_ID), mad.get(CmField.REQ_SERVICE_ID));
 * }
 * }</pre>
 */
public final class CmMadDecoder extends CmMadFlyweight {
    /** The length of a management datagram in bytes. */
    public static final int LENGTH = MAD_LENGTH;

    /** The reason why bytes are not a message of the connection manager. */
    public enum Defect {
        /** The bytes are a message. */
        NONE("no defect"),
        /** The length is less than that of a management datagram. */
        LENGTH("shorter than a management datagram"),
        /** The base version is not 1. */
        BASE_VERSION("unknown base version"),
        /** The datagram belongs to another management class. */
        CLASS("not of the class of the connection manager"),
        /** The class version is not 2. */
        CLASS_VERSION("unknown class version"),
        /** The method is not Send. */
        METHOD("not the method Send"),
        /** The attribute ID is not that of a message. */
        ATTRIBUTE("unknown attribute ID");

        private final String text;

        Defect(String text) {
            this.text = text;
        }

        /** Returns a human-readable description. */
        @Override
        public String toString() {
            return text;
        }
    }

    /** Creates a decoder that refers to no datagram. */
    public CmMadDecoder() {}

    /**
     * Refers to a received datagram, and checks its length and header. The other methods may be called only if there is
     * no defect.
     *
     * @param source the buffer, in big-endian order; its position is ignored
     * @param from the index of the first byte
     * @param bytes the number of bytes
     * @return {@link Defect#NONE}, or the first defect in the order of the checks of Linux ({@code validate_mad},
     *     {@code find_mad_agent})
     */
    public Defect wrap(ByteBuffer source, int from, int bytes) {
        if (bytes < MAD_LENGTH) {
            return Defect.LENGTH;
        }
        if (source.get(from) != BASE_VERSION) {
            return Defect.BASE_VERSION;
        }
        if (source.get(from + CLASS_AT) != CM_CLASS) {
            return Defect.CLASS;
        }
        if (source.get(from + CLASS_VERSION_AT) != CLASS_VERSION) {
            return Defect.CLASS_VERSION;
        }
        if (source.get(from + METHOD_AT) != METHOD_SEND) {
            return Defect.METHOD;
        }
        CmMessageType known = CmMessageType.of(Short.toUnsignedInt(source.getShort(from + ATTRIBUTE_AT)));
        if (known == null) {
            return Defect.ATTRIBUTE;
        }
        buffer = source;
        offset = from;
        message = known;
        return Defect.NONE;
    }

    /** {@return the type of the message} */
    public CmMessageType message() {
        return message;
    }

    /**
     * Returns the status and the bytes that are specific to the class.
     *
     * @return the four bytes as a big-endian number, 0 from Linux
     */
    public int status() {
        return buffer.getInt(offset + STATUS_AT);
    }

    /** {@return the transaction ID, 64 bits} */
    public long transactionId() {
        return buffer.getLong(offset + TRANSACTION_AT);
    }

    /** {@return the attribute modifier, which carries the options of enhanced connection establishment; 32 bits} */
    public int attributeModifier() {
        return buffer.getInt(offset + MODIFIER_AT);
    }

    /**
     * Returns a number of the message.
     *
     * @param field the field
     * @return the number, unsigned
     */
    public long get(CmField field) {
        require(field.message(), field);
        return field.get(buffer, offset);
    }

    /**
     * Returns a number of the message that has at most 32 bits.
     *
     * @param field the field
     * @return the number
     */
    public int getInt(CmField field) {
        return (int) get(field);
    }

    /**
     * Copies bytes of the message.
     *
     * @param block the bytes
     * @param target receives the bytes, up to its length
     * @return the number of copied bytes
     */
    public int get(CmBlock block, byte[] target) {
        require(block.message(), block);
        int length = Math.min(block.length(), target.length);
        buffer.get(offset + block.offset(), target, 0, length);
        return length;
    }
}
