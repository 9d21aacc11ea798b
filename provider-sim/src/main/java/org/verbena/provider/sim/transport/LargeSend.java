// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.verbena.provider.sim.memory.Segments;

/**
 * Cuts a large send into frames. Each frame has the headers and a limited number of data bytes. As adapters do, the
 * class advances the TCP sequence number, and sets the IP lengths and the checksums. Only the last frame keeps FIN and PSH.
 */
final class LargeSend {
    /** 1500 bytes, the Ethernet header and two VLAN tags. The Ethernet link carries more than the MTU of InfiniBand. */
    static final int LONGEST_FRAME = 1522;

    private static final int FLAGS_OF_LAST = 0x09;

    private final byte[] header;
    private final Segments data;
    private final int segmentSize;
    private final FrameHeaders layers;
    private long offset;

    LargeSend(ByteBuffer header, int headerLength, Segments data, int segmentSize) {
        this.header = new byte[headerLength];
        header.get(0, this.header);
        this.data = data;
        this.segmentSize = segmentSize;
        this.layers = FrameHeaders.parse(this.header, headerLength);
    }

    /** Returns the next frame, null after the last one. */
    @Nullable
    ByteBuffer next() {
        if (offset >= data.length()) {
            return null;
        }
        byte[] part = new byte[(int) Math.min(segmentSize, data.length() - offset)];
        data.read(offset, part);
        ByteBuffer frame = ByteBuffer.allocate(header.length + part.length);
        frame.put(header).put(part).flip();
        boolean last = offset + part.length == data.length();
        adjust(frame, last);
        FrameChecksums.write(frame.array());
        offset += part.length;
        return frame;
    }

    private void adjust(ByteBuffer frame, boolean last) {
        int network = layers.networkAt();
        if (layers.isIpv4()) {
            frame.putShort(network + FrameHeaders.IPV4_LENGTH_AT, (short) (frame.limit() - network));
        } else if (layers.isIpv6()) {
            int payload = frame.limit() - network - FrameHeaders.IPV6_HEADER;
            frame.putShort(network + FrameHeaders.IPV6_LENGTH_AT, (short) payload);
        }
        int transport = layers.transportAt();
        if (layers.isTcp() && transport + FrameHeaders.TCP_FLAGS_AT < header.length) {
            int sequence = transport + FrameHeaders.TCP_SEQUENCE_AT;
            frame.putInt(sequence, frame.getInt(sequence) + (int) offset);
            if (!last) {
                int flags = transport + FrameHeaders.TCP_FLAGS_AT;
                frame.put(flags, (byte) (frame.get(flags) & ~FLAGS_OF_LAST));
            }
        }
    }
}
