// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.util.List;
import org.verbena.attr.RxHashField;
import org.verbena.provider.sim.memory.Segments;

/**
 * Distributes frames over work queues. The low bits of a Toeplitz hash of header fields choose the slot of the table.
 * The order of the fields is IP source and destination, then source and destination port, or the SPI of ESP.
 *
 * <p>Fields that a frame lacks are not hashed. A frame without any of them goes to slot 0. With INNER, only the packet
 * inside a tunnel is hashed.
 */
public final class RssTable {
    private static final int HEADERS = 256;
    private static final int IPV4_SOURCE_AT = 12;
    private static final int IPV4_LENGTH = 4;
    private static final int IPV6_SOURCE_AT = 8;
    private static final int IPV6_LENGTH = 16;
    private static final int PORT_LENGTH = 2;
    private static final int SPI_LENGTH = 4;
    private static final int LONGEST = 2 * IPV6_LENGTH + 2 * PORT_LENGTH;

    private final List<WqReceives> slots;
    private final byte[] key;
    private final long fields;
    private final byte[] headers = new byte[HEADERS];
    private final byte[] input = new byte[LONGEST];
    private int inputLength;

    /**
     * Creates a table.
     *
     * @param slots the queues, whose number is a power of two
     * @param key the key of the hash
     * @param fields {@code rx_hash_fields_mask}
     */
    public RssTable(List<WqReceives> slots, byte[] key, long fields) {
        this.slots = List.copyOf(slots);
        this.key = key.clone();
        this.fields = fields;
    }

    WqReceives choose(Segments frame) {
        int length = frame.read(0, headers);
        inputLength = 0;
        FrameHeaders outer = FrameHeaders.parse(headers, length);
        FrameHeaders hashed = has(RxHashField.INNER) ? outer.inner(headers, length) : outer;
        if (hashed != null) {
            select(hashed, length);
        }
        return slots.get(Toeplitz.hash(key, input, inputLength) & slots.size() - 1);
    }

    private void select(FrameHeaders frame, int length) {
        if (frame.isIpv4()) {
            int source = frame.networkAt() + IPV4_SOURCE_AT;
            take(RxHashField.SRC_IPV4, source, IPV4_LENGTH, length);
            take(RxHashField.DST_IPV4, source + IPV4_LENGTH, IPV4_LENGTH, length);
        } else if (frame.isIpv6()) {
            int source = frame.networkAt() + IPV6_SOURCE_AT;
            take(RxHashField.SRC_IPV6, source, IPV6_LENGTH, length);
            take(RxHashField.DST_IPV6, source + IPV6_LENGTH, IPV6_LENGTH, length);
        }
        if (frame.isTcp()) {
            take(RxHashField.SRC_PORT_TCP, frame.transportAt(), PORT_LENGTH, length);
            take(RxHashField.DST_PORT_TCP, frame.transportAt() + PORT_LENGTH, PORT_LENGTH, length);
        } else if (frame.isUdp()) {
            take(RxHashField.SRC_PORT_UDP, frame.transportAt(), PORT_LENGTH, length);
            take(RxHashField.DST_PORT_UDP, frame.transportAt() + PORT_LENGTH, PORT_LENGTH, length);
        } else if (frame.isEsp()) {
            take(RxHashField.IPSEC_SPI, frame.transportAt(), SPI_LENGTH, length);
        }
    }

    /** Drops the frames that wait for a receive for a queue pair. */
    void forget(RawResponder responder) {
        slots.forEach(queue -> queue.forget(responder));
    }

    private boolean has(RxHashField field) {
        return (fields & field.mask()) != 0;
    }

    private void take(RxHashField field, int at, int size, int length) {
        if (has(field) && at + size <= length) {
            System.arraycopy(headers, at, input, inputLength, size);
            inputLength += size;
        }
    }
}
