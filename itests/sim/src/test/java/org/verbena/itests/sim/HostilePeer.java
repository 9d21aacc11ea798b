// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
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
import org.verbena.rocev2.RoceOpcode;

/**
 * A peer that misbehaves in each of its episodes: it forges messages, begins connections and does not complete them,
 * floods a port with requests, names absurd timeouts, or connects and then is silent, dies or sends wrong data.
 */
final class HostilePeer implements AutoCloseable {
    private static final long TCP_SERVICE = 0x0106_0000;
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
    private final RawPeer raw;
    private int nextId = 1;
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
        raw = new RawPeer(own, victim);
    }

    long sent() {
        return raw.sent();
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
        return raw.begin(type, random.nextLong());
    }

    /** Sends a request with any timeouts, and returns its ID. */
    private int request() throws IOException {
        int id = nextId++;
        CmMadEncoder message = begin(CmMessageType.REQ)
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
        message.put(CmBlock.REQ_PRIMARY_LOCAL_PORT_GID, 0, RawPeer.mapped(own));
        message.put(CmBlock.REQ_PRIMARY_REMOTE_PORT_GID, 0, RawPeer.mapped(victim.getAddress()));
        ByteBuffer data = ByteBuffer.allocate(CmaHeader.LENGTH + ConnectionData.LENGTH);
        raw.header(data, 1 + random.nextInt(0xFFFF));
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

    /** Sends a message of any connection of the victim. */
    private void forge() throws IOException {
        CmMessageType type = FORGED[random.nextInt(FORGED.length)];
        CmMadEncoder message = begin(type);
        for (CmField field : CmField.values()) {
            if (field.message() == type) {
                message.set(field, random.nextLong() >>> (Long.SIZE - field.width()));
            }
        }
        sendMad();
    }

    /** Writes with immediate data, which for a channel is a message with wrong credits, lengths or entries. */
    private void data(int qpn, int psn) throws IOException {
        raw.send(raw.packet(RoceOpcode.RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE, qpn, psn, true)
                .reth(random.nextLong(), random.nextInt(), 0)
                .immediate(random.nextInt())
                .end(0));
    }

    private void sendMad() throws IOException {
        raw.sendMad(CmMadDecoder.LENGTH, RawPeer.QP1_QKEY, random.nextInt(1 << 24));
    }

    private void drain() throws IOException {
        while (raw.next().isPresent()) {
            // Answers to earlier episodes do not matter.
        }
    }

    private @Nullable Connection awaitReply(int id) throws IOException {
        long deadline = System.nanoTime() + ANSWER_TIME.toNanos();
        while (System.nanoTime() - deadline < 0) {
            Optional<CmMadDecoder> answer = raw.next();
            if (answer.isEmpty()) {
                LockSupport.parkNanos(50_000);
                continue;
            }
            CmMadDecoder reply = answer.get();
            if (reply.message() == CmMessageType.REP && reply.getInt(CmField.REP_REMOTE_COMM_ID) == id) {
                return new Connection(
                        id, reply.getInt(CmField.REP_LOCAL_COMM_ID), reply.getInt(CmField.REP_LOCAL_QPN), psn(id));
            }
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        raw.close();
    }
}
