// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

import java.nio.ByteBuffer;

/**
 * The first bytes of the private data of {@link CmMessageType#REQ} and {@link CmMessageType#SIDR_REQ}, which carry IP
 * addresses (IBA annex A11; kernel: {@code struct cma_hdr}). An instance may be used for any number of headers, by one
 * thread at a time.
 */
public final class CmaHeader {
    /** The length in bytes. */
    public static final int LENGTH = 36;

    /** The length of an address in bytes. An IPv4 address is in the last four. */
    public static final int ADDRESS_LENGTH = 16;

    private static final int VERSION_AT = 1;
    private static final int PORT_AT = 2;
    private static final int SOURCE_AT = 4;
    private static final int DESTINATION_AT = SOURCE_AT + ADDRESS_LENGTH;
    private static final int VERSION_SHIFT = 4;

    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private int offset;

    /** Creates an instance that refers to no header. */
    public CmaHeader() {}

    /**
     * Refers to a header in a buffer.
     *
     * @param source the buffer, in big-endian order, with {@link #LENGTH} bytes; its position is ignored
     * @param from the index of the first byte
     * @return this header
     */
    public CmaHeader wrap(ByteBuffer source, int from) {
        buffer = source;
        offset = from;
        return this;
    }

    /** {@return the version of the header, 0 from Linux} */
    public int version() {
        return Byte.toUnsignedInt(buffer.get(offset));
    }

    /** {@return the version of the addresses, 0..15: 4 or 6} */
    public int ipVersion() {
        return Byte.toUnsignedInt(buffer.get(offset + VERSION_AT)) >> VERSION_SHIFT;
    }

    /**
     * Returns the source port. The service ID contains the destination port.
     *
     * @return the port
     */
    public int port() {
        return Short.toUnsignedInt(buffer.getShort(offset + PORT_AT));
    }

    /**
     * Copies the end of the source address.
     *
     * @param address receives the bytes: 4 for IPv4, 16 for IPv6
     */
    public void source(byte[] address) {
        buffer.get(offset + SOURCE_AT + ADDRESS_LENGTH - address.length, address);
    }

    /**
     * Copies the end of the destination address.
     *
     * @param address receives the bytes: 4 for IPv4, 16 for IPv6
     */
    public void destination(byte[] address) {
        buffer.get(offset + DESTINATION_AT + ADDRESS_LENGTH - address.length, address);
    }

    /**
     * Writes a header of version 0.
     *
     * @param port the source port
     * @param source the source address: 4 bytes for IPv4, 16 for IPv6
     * @param destination the destination address, as long as the source
     */
    public void set(int port, byte[] source, byte[] destination) {
        for (int i = 0; i < LENGTH; i += Integer.BYTES) {
            buffer.putInt(offset + i, 0);
        }
        int version = source.length == ADDRESS_LENGTH ? 6 : 4;
        buffer.put(offset + VERSION_AT, (byte) (version << VERSION_SHIFT)).putShort(offset + PORT_AT, (short) port);
        buffer.put(offset + SOURCE_AT + ADDRESS_LENGTH - source.length, source);
        buffer.put(offset + DESTINATION_AT + ADDRESS_LENGTH - destination.length, destination);
    }
}
