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
    private static final int MAC_LENGTH = 6;
    private static final int ETH_LENGTH = 16;
    private static final int IPV4_LENGTH = 8;
    private static final int IPV6_LENGTH = 40;
    private static final int PORTS_LENGTH = 4;
    private static final int IPV6_ADDRESS_LENGTH = 16;

    private final FlowSpecType type;
    private final byte[] value;
    private final byte[] mask;

    private FlowSpec(FlowSpecType type, byte[] value, byte[] mask) {
        this.type = type;
        this.value = value.clone();
        this.mask = mask.clone();
    }

    /**
     * Any specification.
     *
     * @param type the kind
     * @param value the {@code val} of its struct, byte for byte; numbers of headers are in network order
     * @param mask the {@code mask} of its struct; of the same length, or empty for an action, which has none
     * @return the specification
     * @throws InvalidRequestException if the mask has another length
     */
    public static FlowSpec of(FlowSpecType type, byte[] value, byte[] mask) {
        if (mask.length != 0 && mask.length != value.length) {
            throw Attr.refuse(
                    "ibv_create_flow",
                    "mask",
                    mask.length + " bytes",
                    value.length + " bytes, or none",
                    "value and mask are of one struct");
        }
        return new FlowSpec(type, value, mask);
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
            throw Attr.refuse(
                    "ibv_create_flow",
                    "dst_mac",
                    dstMac.length + " bytes",
                    "6 bytes",
                    "an Ethernet address has 6 bytes");
        }
        byte[] mask = new byte[ETH_LENGTH];
        byte[] value = new byte[ETH_LENGTH];
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
        ByteBuffer value = ByteBuffer.allocate(IPV4_LENGTH);
        ByteBuffer mask = ByteBuffer.allocate(IPV4_LENGTH);
        src.ifPresent(address -> exactly(value, mask, 0, address.getAddress()));
        dst.ifPresent(address -> exactly(value, mask, IPV4_LENGTH / 2, address.getAddress()));
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
        ByteBuffer value = ByteBuffer.allocate(IPV6_LENGTH);
        ByteBuffer mask = ByteBuffer.allocate(IPV6_LENGTH);
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
        ByteBuffer value = ByteBuffer.allocate(PORTS_LENGTH);
        ByteBuffer mask = ByteBuffer.allocate(PORTS_LENGTH);
        dstPort.ifPresent(port -> exactly(value, mask, 0, port(port)));
        srcPort.ifPresent(port -> exactly(value, mask, Short.BYTES, port(port)));
        return new FlowSpec(type, value.array(), mask.array());
    }

    private static byte[] port(int port) {
        int checked = Attr.uint16("ibv_create_flow", "port", port);
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
