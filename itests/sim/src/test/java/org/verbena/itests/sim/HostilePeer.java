// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.verbena.channels.rsocket.ConnectionData;
import org.verbena.channels.rsocket.Target;
import org.verbena.rocev2.CmBlock;
import org.verbena.rocev2.CmField;
import org.verbena.rocev2.CmMadDecoder;
import org.verbena.rocev2.CmMadEncoder;
import org.verbena.rocev2.CmMessageType;
import org.verbena.rocev2.CmaHeader;
import org.verbena.rocev2.Icrc;
import org.verbena.rocev2.PacketDecoder;
import org.verbena.rocev2.PacketEncoder;
import org.verbena.rocev2.RoceOpcode;

/**
 * A peer that misbehaves in each of its episodes: it forges messages, begins connections and does not complete them,
 * floods a port with requests, names absurd timeouts, or connects and then is silent, dies or sends wrong data.
 */
final class HostilePeer implements AutoCloseable {
    private static final long TCP_SERVICE = 0x0106_0000;
    private static final int QP1_QKEY = 0x8001_0000;
    private static final int FLOOD = 32;
    private static final Duration ANSWER_TIME = Duration.ofMillis(20);
    private static final CmMessageType[] FORGED = {
        CmMessageType.REP,
        CmMessageType.RTU,
        CmMessageType.DREQ,
        CmMessageType.DREP,
        CmMessageType.REJ,
        CmMessageType.MRA
    };

    private final Random random;
    private final InetAddress own;
    private final InetSocketAddress victim;
    private final int port;
    private final DatagramChannel channel;
    private final ByteBuffer mad = ByteBuffer.allocate(CmMadDecoder.LENGTH);
    private final ByteBuffer packet = ByteBuffer.allocate(2048);
    private final ByteBuffer answer = ByteBuffer.allocate(8192);
    private final CmMadEncoder message = new CmMadEncoder();
    private final CmMadDecoder decoder = new CmMadDecoder();
    private final PacketEncoder encoder = new PacketEncoder();
    private final PacketDecoder received = new PacketDecoder();
    private final Icrc icrc = new Icrc();
    private int nextId = 1;
    private long sent;
    private long connections;

    /** A connection to which the victim has replied. */
    private record Connection(int ownId, int victimId, int victimQpn, int psn) {}

    /**
     * Creates a peer.
     *
     * @param own the address of the peer
     * @param victim the address of the victim, with the UDP port of both
     * @param port the port on which the victim listens for channels
     */
    HostilePeer(Random random, InetAddress own, InetSocketAddress victim, int port) throws IOException {
        this.random = random;
        this.own = own;
        this.victim = victim;
        this.port = port;
        channel = DatagramChannel.open();
        channel.bind(new InetSocketAddress(own, victim.getPort()));
        channel.configureBlocking(false);
        DontFragment.set(channel);
        icrc.ipv4(number(own), number(victim.getAddress())).ports(victim.getPort(), victim.getPort());
    }

    private static int number(InetAddress address) {
        return ByteBuffer.wrap(address.getAddress()).getInt();
    }

    long sent() {
        return sent;
    }

    long connections() {
        return connections;
    }

    void episode() throws IOException {
        int kind = random.nextInt(2048);
        if (kind == 0) {
            flood();
        } else if (kind < 25) {
            request();
        } else if (kind < 57) {
            connect();
        } else if (kind < 300) {
            data(random.nextInt(1 << 24), random.nextInt(1 << 24));
        } else {
            forge();
        }
    }

    private void flood() throws IOException {
        for (int i = 0; i < FLOOD; i++) {
            request();
        }
    }

    /** Connects as far as the victim answers, and then misbehaves. */
    private void connect() throws IOException {
        drain();
        Connection connection = awaitReply(request());
        if (connection == null) {
            return;
        }
        begin(CmMessageType.RTU)
                .set(CmField.RTU_LOCAL_COMM_ID, Integer.toUnsignedLong(connection.ownId()))
                .set(CmField.RTU_REMOTE_COMM_ID, Integer.toUnsignedLong(connection.victimId()));
        sendMad();
        connections++;
        int messages = random.nextInt(4);
        for (int i = 0; i < messages; i++) {
            data(connection.victimQpn(), connection.psn() + (random.nextInt(8) == 0 ? 100 : i) & 0xFF_FFFF);
        }
        if (random.nextInt(3) == 0) {
            begin(CmMessageType.DREQ)
                    .set(CmField.DREQ_LOCAL_COMM_ID, Integer.toUnsignedLong(connection.ownId()))
                    .set(CmField.DREQ_REMOTE_COMM_ID, Integer.toUnsignedLong(connection.victimId()))
                    .set(CmField.DREQ_REMOTE_QPN_EECN, connection.victimQpn());
            sendMad();
        }
    }

    private CmMadEncoder begin(CmMessageType type) {
        return message.begin(mad.clear(), 0, type, random.nextLong());
    }

    /** Sends a request with any timeouts, and returns its ID. */
    private int request() throws IOException {
        int id = nextId++;
        begin(CmMessageType.REQ)
                .set(CmField.REQ_LOCAL_COMM_ID, Integer.toUnsignedLong(id))
                .set(CmField.REQ_SERVICE_ID, TCP_SERVICE + port)
                .set(CmField.REQ_LOCAL_CA_GUID, 7)
                .set(CmField.REQ_LOCAL_QPN, id & 0xFF_FFFF)
                .set(CmField.REQ_RESPONDER_RESOURCES, random.nextInt(random.nextInt(8) == 0 ? 256 : 16))
                .set(CmField.REQ_INITIATOR_DEPTH, random.nextInt(random.nextInt(8) == 0 ? 256 : 16))
                .set(CmField.REQ_STARTING_PSN, psn(id))
                .set(CmField.REQ_RETRY_COUNT, random.nextInt(8))
                .set(CmField.REQ_RNR_RETRY_COUNT, random.nextInt(8))
                .set(CmField.REQ_PARTITION_KEY, 0xFFFF)
                .set(CmField.REQ_PATH_PACKET_PAYLOAD_MTU, 1 + random.nextInt(5))
                .set(CmField.REQ_PRIMARY_LOCAL_ACK_TIMEOUT, random.nextInt(32))
                .set(CmField.REQ_REMOTE_CM_RESPONSE_TIMEOUT, random.nextInt(32))
                .set(CmField.REQ_LOCAL_CM_RESPONSE_TIMEOUT, random.nextInt(32))
                .set(CmField.REQ_MAX_CM_RETRIES, random.nextInt(16))
                .set(CmField.REQ_PRIMARY_HOP_LIMIT, 64);
        message.put(CmBlock.REQ_PRIMARY_LOCAL_PORT_GID, 0, mapped(own));
        message.put(CmBlock.REQ_PRIMARY_REMOTE_PORT_GID, 0, mapped(victim.getAddress()));
        ByteBuffer data = ByteBuffer.allocate(CmaHeader.LENGTH + ConnectionData.LENGTH);
        new CmaHeader()
                .wrap(data, 0)
                .set(
                        1 + random.nextInt(0xFFFF),
                        own.getAddress(),
                        victim.getAddress().getAddress());
        Target anywhere = new Target(random.nextLong(), random.nextInt(), 2 + random.nextInt(1 << 15));
        ByteBuffer announced = random.nextInt(8) == 0
                ? ByteBuffer.allocate(ConnectionData.LENGTH)
                : new ConnectionData(
                                random.nextBoolean(), random.nextInt(1 << 16), random.nextInt(3), anywhere, anywhere)
                        .encode();
        data.put(CmaHeader.LENGTH, announced, 0, ConnectionData.LENGTH);
        message.put(CmBlock.REQ_PRIVATE_DATA, 0, data);
        sendMad();
        return id;
    }

    private static int psn(int id) {
        return id * 31 & 0xFF_FFFF;
    }

    private static ByteBuffer mapped(InetAddress address) {
        return ByteBuffer.allocate(16)
                .putShort(10, (short) 0xFFFF)
                .put(12, address.getAddress())
                .rewind();
    }

    /** Sends a message of any connection of the victim. */
    private void forge() throws IOException {
        CmMessageType type = FORGED[random.nextInt(FORGED.length)];
        begin(type);
        for (CmField field : CmField.values()) {
            if (field.message() == type) {
                message.set(field, random.nextLong() >>> (Long.SIZE - field.width()));
            }
        }
        sendMad();
    }

    /** Writes with immediate data, which for a channel is a message with wrong credits, lengths or entries. */
    private void data(int qpn, int psn) throws IOException {
        encoder.begin(packet.clear(), 0, RoceOpcode.RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE)
                .destQpn(qpn)
                .psn(psn, true)
                .pkey(0xFFFF);
        encoder.reth(random.nextLong(), random.nextInt(), 0).immediate(random.nextInt());
        send(encoder.end(0));
    }

    private void sendMad() throws IOException {
        encoder.begin(packet.clear(), 0, RoceOpcode.UD_SEND_ONLY)
                .destQpn(1)
                .psn(random.nextInt(1 << 24), false)
                .pkey(0xFFFF);
        encoder.deth(QP1_QKEY, 1);
        int length = encoder.end(CmMadDecoder.LENGTH);
        packet.put(length - PacketDecoder.ICRC_LENGTH - CmMadDecoder.LENGTH, mad, 0, CmMadDecoder.LENGTH);
        send(length);
    }

    private void send(int length) throws IOException {
        packet.putInt(length - PacketDecoder.ICRC_LENGTH, Integer.reverseBytes(icrc.compute(packet, 0, length)));
        channel.send(packet.clear().limit(length), victim);
        sent++;
    }

    private void drain() throws IOException {
        while (channel.receive(answer.clear()) != null) {
            // Answers to earlier episodes do not matter.
        }
    }

    private @Nullable Connection awaitReply(int id) throws IOException {
        long deadline = System.nanoTime() + ANSWER_TIME.toNanos();
        while (System.nanoTime() - deadline < 0) {
            if (channel.receive(answer.clear()) == null) {
                LockSupport.parkNanos(50_000);
                continue;
            }
            boolean isReply = received.wrap(answer, 0, answer.position()) == PacketDecoder.Defect.NONE
                    && decoder.wrap(answer, received.payloadOffset(), received.payloadLength())
                            == CmMadDecoder.Defect.NONE
                    && decoder.message() == CmMessageType.REP
                    && decoder.getInt(CmField.REP_REMOTE_COMM_ID) == id;
            if (isReply) {
                return new Connection(
                        id, decoder.getInt(CmField.REP_LOCAL_COMM_ID), decoder.getInt(CmField.REP_LOCAL_QPN), psn(id));
            }
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
