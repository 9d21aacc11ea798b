// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import org.verbena.provider.sim.memory.Segments;

/**
 * The form in which a receive gets an Ethernet frame or a datagram.
 *
 * @param stripsCvlan whether the 802.1Q tag goes into the completion instead of the memory
 * @param scattersFcs whether the frame check sequence follows the frame
 * @param padsWrites whether zeros follow, up to the end of the cache line
 */
public record Framing(boolean stripsCvlan, boolean scattersFcs, boolean padsWrites) {
    /** The whole frame without its check sequence. */
    public static final Framing PLAIN = new Framing(false, false, false);

    private static final int TAG_AT = 12;
    private static final int TAG_LENGTH = 4;
    private static final int TAG_TYPE = 0x8100;
    private static final int FCS_LENGTH = 4;

    /**
     * Finds the bytes that a receive gets.
     *
     * @param frame the frame on the wire, without its check sequence
     * @param target receives the places of the bytes
     * @return the tag control information of the stripped tag, 0 if there was none
     */
    int apply(Segments frame, Segments target) {
        int tag = stripsCvlan ? tag(frame) : -1;
        if (tag < 0) {
            target.addAll(frame);
        } else {
            target.addPart(frame, 0, TAG_AT);
            target.addPart(frame, TAG_AT + TAG_LENGTH, frame.length() - TAG_AT - TAG_LENGTH);
        }
        if (scattersFcs) {
            target.add(checkSequence(frame), 0, FCS_LENGTH);
        }
        return Math.max(tag, 0);
    }

    private static int tag(Segments frame) {
        byte[] tag = new byte[TAG_LENGTH];
        if (frame.read(TAG_AT, tag) < TAG_LENGTH) {
            return -1;
        }
        ByteBuffer fields = ByteBuffer.wrap(tag);
        return Short.toUnsignedInt(fields.getShort(0)) == TAG_TYPE
                ? Short.toUnsignedInt(fields.getShort(Short.BYTES))
                : -1;
    }

    /**
     * Computes the check sequence of IEEE 802.3, 3.2.9. The bits of each byte are sent from the lowest to the highest.
     */
    private static ByteBuffer checkSequence(Segments frame) {
        byte[] bytes = new byte[Math.toIntExact(frame.length())];
        frame.read(0, bytes);
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return ByteBuffer.allocate(FCS_LENGTH).order(ByteOrder.LITTLE_ENDIAN).putInt(0, (int) crc.getValue());
    }
}
