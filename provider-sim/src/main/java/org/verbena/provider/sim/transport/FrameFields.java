// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.nio.ByteBuffer;
import org.verbena.attr.FlowSpec;

/**
 * The headers of a frame, in the form in which flow specifications describe them: {@code struct ibv_flow_..._filter}.
 */
final class FrameFields {
    private static final int TYPE_AT = 12;
    private static final int ADDRESSES = 12;
    private static final int ETH_FILTER = 16;
    private static final int IPV4_FILTER = 16;
    private static final int IPV6_FILTER = 40;
    private static final int PORTS_FILTER = 4;
    private static final int IPV4_TOS_AT = 1;
    private static final int IPV4_TTL_AT = 8;
    private static final int IPV4_PROTOCOL_AT = 9;
    private static final int IPV4_SOURCE_AT = 12;
    private static final int IPV4_ADDRESSES = 8;
    private static final int IPV6_NEXT_AT = 6;
    private static final int IPV6_HOPS_AT = 7;
    private static final int IPV6_SOURCE_AT = 8;
    private static final int IPV6_ADDRESSES = 32;
    private static final int FLOW_LABEL = 0xF_FFFF;
    private static final int CLASS_SHIFT = 20;
    private static final int TAG_AT = 14;

    private final ByteBuffer frame;
    private final FrameHeaders headers;

    FrameFields(byte[] bytes, int length) {
        this.frame = ByteBuffer.wrap(bytes, 0, length);
        this.headers = FrameHeaders.parse(bytes, length);
    }

    int firstByte() {
        return frame.limit() > 0 ? frame.get(0) : 0;
    }

    /**
     * Returns whether the frame matches a specification. A frame without such a header does not match. Actions always
     * match.
     */
    boolean matches(FlowSpec spec) {
        return switch (spec.type()) {
            case ETH -> compare(ethernet(), spec);
            case IPV4, IPV4_EXT -> headers.isIpv4() && compare(ipv4(), spec);
            case IPV6 -> headers.isIpv6() && compare(ipv6(), spec);
            case TCP -> headers.isTcp() && hasPorts() && compare(ports(), spec);
            case UDP -> headers.isUdp() && hasPorts() && compare(ports(), spec);
            case ACTION_TAG, ACTION_DROP -> true;
            case ESP, VXLAN_TUNNEL, GRE, MPLS -> false;
        };
    }

    private static boolean compare(ByteBuffer described, FlowSpec spec) {
        byte[] value = spec.value();
        byte[] mask = spec.mask();
        for (int i = 0; i < Math.min(value.length, described.capacity()); i++) {
            if (((value[i] ^ described.get(i)) & mask[i]) != 0) {
                return false;
            }
        }
        return true;
    }

    private ByteBuffer ethernet() {
        ByteBuffer filter = ByteBuffer.allocate(ETH_FILTER);
        if (frame.limit() >= ADDRESSES) {
            filter.put(0, frame, 0, ADDRESSES);
        }
        filter.putShort(TYPE_AT, (short) headers.etherType());
        boolean tagged = headers.networkAt() > TYPE_AT + Short.BYTES && frame.limit() >= TAG_AT + Short.BYTES;
        return filter.putShort(TAG_AT, tagged ? frame.getShort(TAG_AT) : 0);
    }

    /**
     * Returns the source and the destination address, and the fields of the extended filter: protocol, type of service,
     * time to live.
     */
    private ByteBuffer ipv4() {
        int at = headers.networkAt();
        return ByteBuffer.allocate(IPV4_FILTER)
                .put(0, frame, at + IPV4_SOURCE_AT, IPV4_ADDRESSES)
                .position(IPV4_ADDRESSES)
                .put(frame.get(at + IPV4_PROTOCOL_AT))
                .put(frame.get(at + IPV4_TOS_AT))
                .put(frame.get(at + IPV4_TTL_AT));
    }

    private ByteBuffer ipv6() {
        int at = headers.networkAt();
        int first = frame.getInt(at);
        return ByteBuffer.allocate(IPV6_FILTER)
                .put(0, frame, at + IPV6_SOURCE_AT, IPV6_ADDRESSES)
                .position(IPV6_ADDRESSES)
                .putInt(first & FLOW_LABEL)
                .put(frame.get(at + IPV6_NEXT_AT))
                .put((byte) (first >>> CLASS_SHIFT))
                .put(frame.get(at + IPV6_HOPS_AT));
    }

    private boolean hasPorts() {
        return headers.transportAt() + PORTS_FILTER <= frame.limit();
    }

    /** Returns the ports. A frame starts with the source port, the filter with the destination port. */
    private ByteBuffer ports() {
        int at = headers.transportAt();
        return ByteBuffer.allocate(PORTS_FILTER)
                .putShort(0, frame.getShort(at + Short.BYTES))
                .putShort(Short.BYTES, frame.getShort(at));
    }
}
