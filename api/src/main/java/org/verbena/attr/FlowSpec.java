// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/**
 * A condition on one header of a packet, or an action, in a flow rule: {@code struct ibv_flow_spec_...}. The device
 * compares the header with a value, in the bits that are set in a mask. Immutable.
 */
public final class FlowSpec {
    private static final String VERB = "ibv_create_flow";
    private static final int MAC_LENGTH = 6;
    private static final int IPV4_ADDRESS_LENGTH = 4;
    private static final int IPV6_ADDRESS_LENGTH = 16;

    private final FlowSpecType type;
    private final byte[] value;
    private final byte[] mask;

    private FlowSpec(FlowSpecType type, byte[] value, byte[] mask) {
        this.type = type;
        this.value = value;
        this.mask = mask;
    }

    /**
     * Creates a specification of any type.
     *
     * @param type the type
     * @param value the field {@code val} of its struct, byte for byte; numbers of headers are in network order. 16
     *     bytes for {@code ETH}, 40 for {@code IPV6}, 12 for {@code IPV4_EXT}, 8 for {@code IPV4}, {@code ESP} and
     *     {@code GRE}, 4 for {@code TCP}, {@code UDP}, {@code VXLAN_TUNNEL}, {@code MPLS} and {@code ACTION_TAG}, 0 for
     *     {@code ACTION_DROP}
     * @param mask the field {@code mask} of its struct, as long as the value; empty for an action, which has no mask
     * @return the specification
     * @throws InvalidRequestException if the length of the value or mask differs from its length in the struct
     */
    public static FlowSpec of(FlowSpecType type, byte[] value, byte[] mask) {
        Attr.present(VERB, "type", type);
        Attr.present(VERB, "val", value);
        Attr.present(VERB, "mask", mask);
        requireLength(type, "val", value.length, type.valueLength());
        requireLength(type, "mask", mask.length, type.maskLength());
        return new FlowSpec(type, value.clone(), mask.clone());
    }

    private static void requireLength(FlowSpecType type, String attribute, int length, int needed) {
        if (length != needed) {
            throw Attr.refuse(
                    VERB,
                    attribute,
                    length + " bytes",
                    needed + " bytes",
                    "the struct of " + type.cName() + " has a fixed size");
        }
    }

    /**
     * Creates a specification that matches packets to an Ethernet address.
     *
     * @param dstMac the destination address, 6 bytes
     * @return the specification
     * @throws InvalidRequestException if the address does not have 6 bytes
     */
    public static FlowSpec ethDst(byte[] dstMac) {
        if (dstMac.length != MAC_LENGTH) {
            throw Attr.refuse(VERB, "dst_mac", dstMac.length + " bytes", "6 bytes", "an Ethernet address has 6 bytes");
        }
        byte[] mask = new byte[FlowSpecType.ETH.valueLength()];
        byte[] value = new byte[FlowSpecType.ETH.valueLength()];
        for (int i = 0; i < MAC_LENGTH; i++) {
            value[i] = dstMac[i];
            mask[i] = -1;
        }
        return new FlowSpec(FlowSpecType.ETH, value, mask);
    }

    /**
     * Creates a specification that matches IPv4 packets.
     *
     * @param src the source address, empty for any
     * @param dst the destination address, empty for any
     * @return the specification
     */
    public static FlowSpec ipv4(Optional<Inet4Address> src, Optional<Inet4Address> dst) {
        ByteBuffer value = ByteBuffer.allocate(FlowSpecType.IPV4.valueLength());
        ByteBuffer mask = ByteBuffer.allocate(FlowSpecType.IPV4.valueLength());
        src.ifPresent(address -> exactly(value, mask, 0, address.getAddress()));
        dst.ifPresent(address -> exactly(value, mask, IPV4_ADDRESS_LENGTH, address.getAddress()));
        return new FlowSpec(FlowSpecType.IPV4, value.array(), mask.array());
    }

    /**
     * Creates a specification that matches IPv6 packets.
     *
     * @param src the source address, empty for any
     * @param dst the destination address, empty for any
     * @return the specification
     */
    public static FlowSpec ipv6(Optional<Inet6Address> src, Optional<Inet6Address> dst) {
        ByteBuffer value = ByteBuffer.allocate(FlowSpecType.IPV6.valueLength());
        ByteBuffer mask = ByteBuffer.allocate(FlowSpecType.IPV6.valueLength());
        src.ifPresent(address -> exactly(value, mask, 0, address.getAddress()));
        dst.ifPresent(address -> exactly(value, mask, IPV6_ADDRESS_LENGTH, address.getAddress()));
        return new FlowSpec(FlowSpecType.IPV6, value.array(), mask.array());
    }

    /**
     * Creates a specification that matches TCP packets.
     *
     * @param srcPort the source port, 0..65535, empty for any
     * @param dstPort the destination port, 0..65535, empty for any
     * @return the specification
     */
    public static FlowSpec tcp(OptionalInt srcPort, OptionalInt dstPort) {
        return ports(FlowSpecType.TCP, srcPort, dstPort);
    }

    /**
     * Creates a specification that matches UDP packets.
     *
     * @param srcPort the source port, 0..65535, empty for any
     * @param dstPort the destination port, 0..65535, empty for any
     * @return the specification
     */
    public static FlowSpec udp(OptionalInt srcPort, OptionalInt dstPort) {
        return ports(FlowSpecType.UDP, srcPort, dstPort);
    }

    /** Creates a {@code struct ibv_flow_tcp_udp_filter}, which begins with the destination port. */
    private static FlowSpec ports(FlowSpecType type, OptionalInt srcPort, OptionalInt dstPort) {
        ByteBuffer value = ByteBuffer.allocate(type.valueLength());
        ByteBuffer mask = ByteBuffer.allocate(type.valueLength());
        dstPort.ifPresent(port -> exactly(value, mask, 0, port(port)));
        srcPort.ifPresent(port -> exactly(value, mask, Short.BYTES, port(port)));
        return new FlowSpec(type, value.array(), mask.array());
    }

    private static byte[] port(int port) {
        int checked = Attr.uint16(VERB, "port", port);
        return ByteBuffer.allocate(Short.BYTES).putShort((short) checked).array();
    }

    private static void exactly(ByteBuffer value, ByteBuffer mask, int at, byte[] bytes) {
        value.put(at, bytes);
        for (int i = 0; i < bytes.length; i++) {
            mask.put(at + i, (byte) -1);
        }
    }

    /** {@return the type, {@code type}} */
    public FlowSpecType type() {
        return type;
    }

    /**
     * Returns the value that the header is compared with.
     *
     * @return a copy of {@code val}
     */
    public byte[] value() {
        return value.clone();
    }

    /**
     * Returns the mask of the compared bits.
     *
     * @return a copy of {@code mask}
     */
    public byte[] mask() {
        return mask.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FlowSpec spec
                && spec.type == type
                && Arrays.equals(spec.value, value)
                && Arrays.equals(spec.mask, mask);
    }

    @Override
    public int hashCode() {
        return Objects.hash(type, Arrays.hashCode(value), Arrays.hashCode(mask));
    }

    /** Returns the C name of the type, and the value and mask in hexadecimal digits. */
    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return type.cName() + "{val=" + hex.formatHex(value) + ", mask=" + hex.formatHex(mask) + "}";
    }
}
