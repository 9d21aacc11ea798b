package org.verbena.tck.traffic;

import java.nio.ByteBuffer;

/**
 * An Ethernet frame with an IPv4 and a UDP header, without checksums: nobody on the way looks at them.
 *
 * @param srcPort the sender's UDP port
 * @param dstPort the receiver's UDP port
 * @param length the length of the data, zeroes
 */
public record Packet(int srcPort, int dstPort, int length) {
    private static final int ETHERNET = 14;
    private static final int IPV4 = 20;
    private static final int UDP = 8;
    private static final short ETHERTYPE_IPV4 = 0x0800;
    private static final byte VERSION_AND_LENGTH = 0x45;
    private static final byte TTL = 64;
    private static final byte PROTOCOL_UDP = 17;
    private static final int SRC = 0x0A00_0001;
    private static final int DST = 0x0A00_0002;
    private static final byte[] MAC = {2, 0, 0, 0, 0, 1};

    /**
     * The frame.
     *
     * @return its bytes
     */
    public byte[] bytes() {
        ByteBuffer frame = ByteBuffer.allocate(ETHERNET + IPV4 + UDP + length);
        frame.put(MAC).put(MAC).putShort(ETHERTYPE_IPV4);
        frame.put(VERSION_AND_LENGTH).put((byte) 0).putShort((short) (IPV4 + UDP + length));
        frame.putInt(0)
                .put(TTL)
                .put(PROTOCOL_UDP)
                .putShort((short) 0)
                .putInt(SRC)
                .putInt(DST);
        frame.putShort((short) srcPort).putShort((short) dstPort);
        frame.putShort((short) (UDP + length)).putShort((short) 0);
        return frame.array();
    }
}
