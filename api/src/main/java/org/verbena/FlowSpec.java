package org.verbena;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What packets of a flow rule are like, in one of their headers: the {@code struct ibv_flow_spec_...}. A header is
 * compared with a value in the bits of a mask. Immutable.
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
     * Returns a specification of any kind.
     *
     * @param type the kind
     * @param value the {@code val} of its struct, byte for byte; numbers of headers are in network order. 16 bytes for
     *     {@code ETH}, 40 for {@code IPV6}, 12 for {@code IPV4_EXT}, 8 for {@code IPV4}, {@code ESP} and {@code GRE}, 4
     *     for {@code TCP}, {@code UDP}, {@code VXLAN_TUNNEL}, {@code MPLS} and {@code ACTION_TAG}, 0 for
     *     {@code ACTION_DROP}
     * @param mask the {@code mask} of its struct, as long as the value; empty for an action, which has none
     * @return the specification
     * @throws InvalidRequestException if value or mask have another length than in the struct
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
     * Packets to an Ethernet address.
     *
     * @param dstMac its 6 bytes
     * @return the specification
     * @throws InvalidRequestException if there are not 6
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
     * Packets of IPv4.
     *
     * @param src from this address, or from any
     * @param dst to this address, or to any
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
     * Packets of IPv6.
     *
     * @param src from this address, or from any
     * @param dst to this address, or to any
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
     * Packets of TCP.
     *
     * @param srcPort from this port, 0..65535, or from any
     * @param dstPort to this port, 0..65535, or to any
     * @return the specification
     */
    public static FlowSpec tcp(OptionalInt srcPort, OptionalInt dstPort) {
        return ports(FlowSpecType.TCP, srcPort, dstPort);
    }

    /**
     * Packets of UDP.
     *
     * @param srcPort from this port, 0..65535, or from any
     * @param dstPort to this port, 0..65535, or to any
     * @return the specification
     */
    public static FlowSpec udp(OptionalInt srcPort, OptionalInt dstPort) {
        return ports(FlowSpecType.UDP, srcPort, dstPort);
    }

    /** {@code struct ibv_flow_tcp_udp_filter} begins with the destination. */
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

    /**
     * The kind.
     *
     * @return {@code type}
     */
    public FlowSpecType type() {
        return type;
    }

    /**
     * What the header is compared with.
     *
     * @return a copy of {@code val}
     */
    public byte[] value() {
        return value.clone();
    }

    /**
     * The bits that count.
     *
     * @return a copy of {@code mask}
     */
    public byte[] mask() {
        return mask.clone();
    }
}
