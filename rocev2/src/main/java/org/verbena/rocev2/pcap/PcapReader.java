// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2.pcap;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;

/**
 * Reads the frames of a capture in the pcap format, in either byte order, with times in microseconds or nanoseconds.
 *
 * <pre>{@code
 * PcapReader capture = new PcapReader(in);
 * while (capture.next()) {
 *     System.out.println(capture.time() + " " + capture.frame().remaining() + " bytes");
 * }
 * }</pre>
 */
public final class PcapReader {
    /** The maximum length of a frame, as in tcpdump ({@code MAXIMUM_SNAPLEN}). */
    public static final int MAX_FRAME_LENGTH = 262_144;

    private static final int MAGIC_MICROS = 0xA1B2_C3D4;
    private static final int MAGIC_NANOS = 0xA1B2_3C4D;
    private static final int MAGIC_PCAPNG = 0x0A0D_0D0A;
    private static final int FILE_HEADER_LENGTH = 24;
    private static final int LINK_TYPE_AT = 20;
    private static final int LINK_TYPE_MASK = 0xFFFF;
    private static final int RECORD_HEADER_LENGTH = 16;
    private static final int CAPTURED_AT = 8;
    private static final int ORIGINAL_AT = 12;
    private static final int NANOS_PER_MICRO = 1000;

    private final InputStream in;
    private final ByteBuffer header = ByteBuffer.allocate(FILE_HEADER_LENGTH);
    private final LinkType linkType;
    private final int nanosPerUnit;
    private ByteBuffer frame = ByteBuffer.allocate(0);
    private Instant time = Instant.EPOCH;
    private long originalLength;
    private long number;

    /**
     * Creates a reader, and reads the header of the capture.
     *
     * @param in the capture; the reader does not buffer it and does not close it
     * @throws IOException if the capture cannot be read, has another format, or has an unsupported link type
     */
    public PcapReader(InputStream in) throws IOException {
        this.in = in;
        if (read(header, FILE_HEADER_LENGTH) < FILE_HEADER_LENGTH) {
            throw new IOException("not a capture in pcap format: shorter than its header of 24 bytes");
        }
        int magic = header.getInt(0);
        if (magic == MAGIC_PCAPNG) {
            throw new IOException("a capture in pcapng format; 'editcap -F pcap IN OUT' converts it to pcap");
        }
        int swapped = Integer.reverseBytes(magic);
        if (swapped == MAGIC_MICROS || swapped == MAGIC_NANOS) {
            header.order(ByteOrder.LITTLE_ENDIAN);
            magic = swapped;
        }
        if (magic != MAGIC_MICROS && magic != MAGIC_NANOS) {
            throw new IOException("not a capture in pcap format: it begins with " + Integer.toHexString(magic));
        }
        nanosPerUnit = magic == MAGIC_NANOS ? 1 : NANOS_PER_MICRO;
        int type = header.getInt(LINK_TYPE_AT) & LINK_TYPE_MASK;
        LinkType known = LinkType.of(type);
        if (known == null) {
            throw new IOException("link type " + type + " is not supported; supported are Ethernet (1), raw IP (101),"
                    + " LINUX_SLL (113) and LINUX_SLL2 (276)");
        }
        linkType = known;
    }

    /**
     * Returns the link type.
     *
     * @return the link type of all frames
     */
    public LinkType linkType() {
        return linkType;
    }

    /**
     * Reads the next frame.
     *
     * @return false at the end of the capture
     * @throws IOException if the capture cannot be read, ends within a frame, or announces a frame of more than
     *     {@link #MAX_FRAME_LENGTH} bytes
     */
    public boolean next() throws IOException {
        int bytes = read(header, RECORD_HEADER_LENGTH);
        if (bytes == 0) {
            return false;
        }
        number++;
        if (bytes < RECORD_HEADER_LENGTH) {
            throw new EOFException("the capture ends in the header of frame " + number);
        }
        time = Instant.ofEpochSecond(
                Integer.toUnsignedLong(header.getInt(0)), Integer.toUnsignedLong(header.getInt(4)) * nanosPerUnit);
        originalLength = Integer.toUnsignedLong(header.getInt(ORIGINAL_AT));
        long captured = Integer.toUnsignedLong(header.getInt(CAPTURED_AT));
        if (captured > MAX_FRAME_LENGTH) {
            throw new IOException("frame " + number + " announces " + captured + " bytes; limit " + MAX_FRAME_LENGTH);
        }
        if (frame.capacity() < captured) {
            frame = ByteBuffer.allocate((int) captured);
        }
        if (read(frame, (int) captured) < captured) {
            throw new EOFException("the capture ends within frame " + number);
        }
        frame.position(0).limit((int) captured);
        return true;
    }

    /** Reads bytes to the begin of a buffer. Returns fewer than wanted only at the end of the input. */
    private int read(ByteBuffer target, int wanted) throws IOException {
        return in.readNBytes(target.array(), target.arrayOffset(), wanted);
    }

    /**
     * Returns the frame.
     *
     * @return the captured bytes from index 0 to the limit, valid until the next call of {@link #next}
     */
    public ByteBuffer frame() {
        return frame;
    }

    /** {@return the number of the frame, 1 for the first frame} */
    public long number() {
        return number;
    }

    /**
     * Returns the time of the frame.
     *
     * @return the time of capture
     */
    public Instant time() {
        return time;
    }

    /**
     * Returns the length of the frame on the wire.
     *
     * @return the number of bytes; the captured part may be shorter
     */
    public long originalLength() {
        return originalLength;
    }
}
