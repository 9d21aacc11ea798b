// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;

/** Creates, sends, receives and checks texts and byte patterns. */
final class Bytes {
    private static final int PRIME = 251;

    private Bytes() {}

    static ByteBuffer of(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    static String text(ByteBuffer written) {
        return StandardCharsets.US_ASCII.decode(written.duplicate().flip()).toString();
    }

    /** Returns the byte at a position of a stream. The period is prime, so that a lost or repeated page is detected. */
    static byte at(long position) {
        return (byte) (position % PRIME);
    }

    /** Returns bytes of a stream from a position. */
    static ByteBuffer pattern(long position, int length) {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        for (int i = 0; i < length; i++) {
            bytes.put(i, at(position + i));
        }
        return bytes;
    }

    /** Checks the bytes between 0 and the position of a buffer. */
    static void check(ByteBuffer received, long position) {
        for (int i = 0; i < received.position(); i++) {
            if (received.get(i) != at(position + i)) {
                throw new AssertionError("byte " + (position + i) + " of the stream = " + received.get(i)
                        + ", expected " + at(position + i));
            }
        }
    }

    /** Writes a text to a blocking channel. */
    static void send(WritableByteChannel to, String text) throws IOException {
        to.write(of(text));
    }

    /** Reads a number of bytes from a blocking channel. */
    static String receive(ReadableByteChannel from, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (from.read(bytes) < 0) {
                throw new EOFException("after " + text(bytes));
            }
        }
        return text(bytes);
    }

    /** Reads a blocking channel to the end of the stream, and checks the pattern. Returns the number of bytes. */
    static long drain(ReadableByteChannel from) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(8192);
        long count = 0;
        while (from.read(bytes) >= 0) {
            check(bytes, count);
            count += bytes.position();
            bytes.clear();
        }
        return count;
    }
}
