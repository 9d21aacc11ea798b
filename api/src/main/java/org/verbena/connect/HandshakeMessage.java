// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;
import org.verbena.connect.ConnectorException.Reason;

/**
 * A message of the {@link Connector}: a type and fields. The Javadoc of {@link Connector} describes the wire format.
 */
final class HandshakeMessage {
    static final int MAGIC = 0x5642_4E41;
    static final int VERSION = 1;
    static final int HEADER_LENGTH = 12;
    static final int MAX_LENGTH = 8192;

    static final int FIELD_HEADER_LENGTH = 4;

    /** Orders the MAC last, because it covers all bytes of the message before it. */
    private static final Comparator<Integer> MAC_LAST =
            Comparator.comparing((Integer id) -> id == MessageField.MAC.id()).thenComparing(Comparator.naturalOrder());

    private final int typeCode;
    private final SortedMap<Integer, byte[]> fields = new TreeMap<>(MAC_LAST);
    private byte[] source = {};

    HandshakeMessage(MessageType type) {
        this(type.code());
    }

    private HandshakeMessage(int typeCode) {
        this.typeCode = typeCode;
    }

    /** Creates a REJECT message. */
    static HandshakeMessage reject(String why) {
        byte[] text = why.getBytes(StandardCharsets.UTF_8);
        return new HandshakeMessage(MessageType.REJECT)
                .put(
                        MessageField.REASON,
                        ByteBuffer.wrap(text, 0, Math.min(text.length, MessageField.REASON.maxLength())));
    }

    // ---------------------------------------------------------------- bytes

    /** Returns the length of the body after a header. */
    static int bodyLength(ByteBuffer header) {
        int magic = header.getInt(0);
        if (magic != MAGIC) {
            throw malformed(
                    "magic = 0x%08x, limit 0x%08x: the peer must be a Verbena connector".formatted(magic, MAGIC));
        }
        int version = Short.toUnsignedInt(header.getShort(4));
        if (version != VERSION) {
            throw new ConnectorException(
                    Reason.INCOMPATIBLE,
                    "version = " + version + ", limit " + VERSION + ": the peer has another protocol version");
        }
        long length = header.getInt(8) & 0xFFFF_FFFFL;
        if (length > MAX_LENGTH) {
            throw malformed("body length = " + length + " bytes, limit " + MAX_LENGTH);
        }
        return (int) length;
    }

    /** Decodes a message whose header is valid. */
    static HandshakeMessage decode(ByteBuffer header, ByteBuffer body) {
        HandshakeMessage message = new HandshakeMessage(Short.toUnsignedInt(header.getShort(6)));
        message.source = ByteBuffer.allocate(header.capacity() + body.remaining())
                .put(header.duplicate().clear())
                .put(body.duplicate())
                .array();
        while (body.hasRemaining()) {
            if (body.remaining() < FIELD_HEADER_LENGTH) {
                throw malformed(body.remaining() + " bytes after the last field");
            }
            int id = Short.toUnsignedInt(body.getShort());
            int length = Short.toUnsignedInt(body.getShort());
            if (length > body.remaining()) {
                throw malformed(
                        "field " + id + " of " + length + " bytes, of which " + body.remaining() + " are present");
            }
            byte[] value = new byte[length];
            body.get(value);
            message.add(id, value);
        }
        return message;
    }

    private void add(int id, byte[] value) {
        if (MessageField.mustBeKnown(id)) {
            throw new ConnectorException(
                    Reason.INCOMPATIBLE, "field " + id + " is mandatory, and this version does not know it");
        }
        MessageField.of(id).ifPresent(field -> requireLength(field, value.length));
        if (fields.putIfAbsent(id, value) != null) {
            throw malformed("field " + id + " is repeated");
        }
    }

    private static void requireLength(MessageField field, int length) {
        if (length < field.minLength() || length > field.maxLength()) {
            throw malformed("field " + field + " has " + length + " bytes, must have " + field.minLength() + " to "
                    + field.maxLength());
        }
    }

    ByteBuffer encode() {
        int length = fields.values().stream()
                .mapToInt(value -> FIELD_HEADER_LENGTH + value.length)
                .sum();
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_LENGTH + length);
        bytes.putInt(MAGIC).putShort((short) VERSION).putShort((short) typeCode).putInt(length);
        fields.forEach((id, value) ->
                bytes.putShort(id.shortValue()).putShort((short) value.length).put(value));
        return bytes.flip();
    }

    // ---------------------------------------------------------------- content

    boolean is(MessageType type) {
        return typeCode == type.code();
    }

    int typeCode() {
        return typeCode;
    }

    /** Returns the received bytes, including skipped fields; empty if the message was not received. */
    byte[] source() {
        return source;
    }

    HandshakeMessage put(MessageField field, long value) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).putLong(value).flip();
        return put(field, bytes.position(Long.BYTES - field.maxLength()));
    }

    HandshakeMessage put(MessageField field, ByteBuffer value) {
        byte[] bytes = new byte[value.remaining()];
        value.duplicate().get(bytes);
        fields.put(field.id(), bytes);
        return this;
    }

    boolean has(MessageField field) {
        return fields.containsKey(field.id());
    }

    /** Returns the unsigned number of a mandatory field. */
    long number(MessageField field, long max) {
        if (!has(field)) {
            throw malformed("field " + field + " is missing");
        }
        long number = 0;
        for (byte b : bytes(field).array()) {
            number = number << Byte.SIZE | Byte.toUnsignedLong(b);
        }
        if (number > max) {
            throw malformed("field " + field + " = " + number + ", limit " + max);
        }
        return number;
    }

    /** Returns the bytes of a field; empty if it is missing. */
    ByteBuffer bytes(MessageField field) {
        byte[] value = fields.get(field.id());
        return value == null ? ByteBuffer.allocate(0) : ByteBuffer.wrap(value);
    }

    String text(MessageField field) {
        // Malformed UTF-8 becomes replacement characters. Characters that start a line, move the cursor or change the
        // writing direction become blanks, since the text appears in logs.
        return StandardCharsets.UTF_8.decode(bytes(field)).toString().replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", " ");
    }

    static ConnectorException malformed(String what) {
        return new ConnectorException(Reason.MALFORMED, "malformed message: " + what);
    }
}
