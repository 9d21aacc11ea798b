// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.Optional;
import org.verbena.rocev2.CmMadDecoder;
import org.verbena.rocev2.CmMadEncoder;
import org.verbena.rocev2.CmMessageType;
import org.verbena.rocev2.CmaHeader;
import org.verbena.rocev2.Icrc;
import org.verbena.rocev2.PacketDecoder;
import org.verbena.rocev2.PacketEncoder;
import org.verbena.rocev2.RoceOpcode;

/** A peer without a device, which sends packets with any content to one address, and reads the answers. */
final class RawPeer implements AutoCloseable {
    /** The queue key of queue pair 1. */
    static final int QP1_QKEY = 0x8001_0000;

    private static final int PKEY = 0xFFFF;

    private final InetAddress own;
    private final InetSocketAddress victim;
    private final DatagramChannel channel;
    private final ByteBuffer mad = ByteBuffer.allocate(CmMadDecoder.LENGTH);
    private final ByteBuffer packet = ByteBuffer.allocate(2048);
    private final ByteBuffer answer = ByteBuffer.allocate(8192);
    private final CmMadEncoder message = new CmMadEncoder();
    private final CmMadDecoder decoder = new CmMadDecoder();
    private final PacketEncoder encoder = new PacketEncoder();
    private final PacketDecoder received = new PacketDecoder();
    private final Icrc icrc = new Icrc();
    private long sent;

    /**
     * Opens the socket.
     *
     * @param own the address of the peer
     * @param victim the address of the receiver, with the UDP port of both
     */
    RawPeer(InetAddress own, InetSocketAddress victim) throws IOException {
        this.own = own;
        this.victim = victim;
        channel = DatagramChannel.open();
        channel.bind(new InetSocketAddress(own, victim.getPort()));
        channel.configureBlocking(false);
        DontFragment.set(channel);
        icrc.ipv4(number(own), number(victim.getAddress())).ports(victim.getPort(), victim.getPort());
    }

    private static int number(InetAddress address) {
        return ByteBuffer.wrap(address.getAddress()).getInt();
    }

    /** Returns the number of packets sent. */
    long sent() {
        return sent;
    }

    /** Returns the GID of an IPv4 address. */
    static ByteBuffer mapped(InetAddress address) {
        return ByteBuffer.allocate(16)
                .putShort(10, (short) 0xFFFF)
                .put(12, address.getAddress())
                .rewind();
    }

    /** Writes the header of rdma_cm at the beginning of private data. */
    void header(ByteBuffer data, int sourcePort) {
        new CmaHeader()
                .wrap(data, 0)
                .set(sourcePort, own.getAddress(), victim.getAddress().getAddress());
    }

    /** Begins the next message of connection management. */
    CmMadEncoder begin(CmMessageType type, long transaction) {
        return message.begin(mad.clear(), 0, type, transaction);
    }

    /** Returns the bytes of the message. */
    ByteBuffer mad() {
        return mad;
    }

    /**
     * Sends the message to queue pair 1.
     *
     * @param payload the length of the datagram, which need not be that of the message
     */
    void sendMad(int payload, int qkey, int psn) throws IOException {
        packet(RoceOpcode.UD_SEND_ONLY, 1, psn, false).deth(qkey, 1);
        int length = encoder.end(payload);
        int at = length - PacketDecoder.ICRC_LENGTH - (-payload & 3) - payload;
        packet.put(at, mad, 0, Math.min(payload, mad.capacity()));
        send(length);
    }

    /** Begins the next packet. */
    PacketEncoder packet(RoceOpcode opcode, int qpn, int psn, boolean ackRequested) {
        return encoder.begin(packet.clear(), 0, opcode)
                .destQpn(qpn)
                .psn(psn, ackRequested)
                .pkey(PKEY);
    }

    /** Sends the packet, with a right checksum. */
    void send(int length) throws IOException {
        packet.putInt(length - PacketDecoder.ICRC_LENGTH, Integer.reverseBytes(icrc.compute(packet, 0, length)));
        channel.send(packet.clear().limit(length), victim);
        sent++;
    }

    /** Returns the next message that has arrived, and skips other packets. Empty if there is none now. */
    Optional<CmMadDecoder> next() throws IOException {
        while (channel.receive(answer.clear()) != null) {
            if (received.wrap(answer, 0, answer.position()) == PacketDecoder.Defect.NONE
                    && decoder.wrap(answer, received.payloadOffset(), received.payloadLength())
                            == CmMadDecoder.Defect.NONE) {
                return Optional.of(decoder);
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
