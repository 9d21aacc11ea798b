// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2.pcap;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * Writes a capture in the pcap format, with times in nanoseconds. tcpdump, tshark and Wireshark read it. It belongs to
 * one thread at a time.
 */
public final class PcapWriter implements Closeable {
    private static final int MAGIC_NANOS = 0xA1B2_3C4D;
    private static final short MAJOR = 2;
    private static final short MINOR = 4;
    private static final int FILE_HEADER_LENGTH = 24;
    private static final int RECORD_HEADER_LENGTH = 16;

    private final OutputStream out;
    private final ByteBuffer header = ByteBuffer.allocate(FILE_HEADER_LENGTH);

    /**
     * Creates a writer, and writes the header of the capture.
     *
     * @param out the destination; the writer does not buffer it
     * @param linkType the link type of all frames
     * @throws IOException if the destination cannot be written
     */
    public PcapWriter(OutputStream out, LinkType linkType) throws IOException {
        this.out = out;
        header.putInt(MAGIC_NANOS).putShort(MAJOR).putShort(MINOR).putLong(0);
        header.putInt(PcapReader.MAX_FRAME_LENGTH).putInt(linkType.value());
        out.write(header.array(), 0, FILE_HEADER_LENGTH);
    }

    /**
     * Writes a frame.
     *
     * @param time the time of the frame
     * @param frame a buffer with an accessible array
     * @param offset the index of the first byte
     * @param length the number of bytes, at most {@link PcapReader#MAX_FRAME_LENGTH}
     * @throws IOException if the destination cannot be written
     */
    public void write(Instant time, ByteBuffer frame, int offset, int length) throws IOException {
        header.clear();
        header.putInt((int) time.getEpochSecond())
                .putInt(time.getNano())
                .putInt(length)
                .putInt(length);
        out.write(header.array(), 0, RECORD_HEADER_LENGTH);
        out.write(frame.array(), frame.arrayOffset() + offset, length);
    }

    /** Closes the destination. */
    @Override
    public void close() throws IOException {
        out.close();
    }
}
