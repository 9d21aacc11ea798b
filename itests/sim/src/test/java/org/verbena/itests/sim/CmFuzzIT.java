// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.verbena.DeviceContext;
import org.verbena.QpInitAttr;
import org.verbena.cm.CmConnection;
import org.verbena.cm.CmConnector;
import org.verbena.cm.CmConnectorSettings;
import org.verbena.cm.CmListener;
import org.verbena.cm.CmRequest;
import org.verbena.cm.ConnectionManager;
import org.verbena.error.ClosedHandleException;
import org.verbena.provider.sim.SimProvider;
import org.verbena.rocev2.CmBlock;
import org.verbena.rocev2.CmField;
import org.verbena.rocev2.CmMadDecoder;
import org.verbena.rocev2.CmMadEncoder;
import org.verbena.rocev2.CmMessageType;
import org.verbena.rocev2.CmaHeader;
import org.verbena.tck.engine.Effort;
import org.verbena.tck.engine.ResultLine;

/**
 * Sends connection management messages with random content to a simulated device that listens. No message causes an
 * exception or makes the heap grow. The listener still serves a correct peer. The sender reads the answers, so that its
 * messages reach connections in every state.
 */
class CmFuzzIT {
    private static final InetAddress VICTIM = address("127.0.0.21");
    private static final InetAddress ATTACKER = address("127.0.0.22");
    private static final InetAddress HONEST = address("127.0.0.23");
    private static final int UDP_PORT = 24_796;
    private static final long TCP_SERVICE = 0x0106_0000;
    private static final long UDP_SERVICE = 0x0111_0000;
    private static final int OPEN_CONNECTIONS = 16;
    private static final int KNOWN = 64;
    private static final int BURST = 16;
    private static final long HEAP_GROWTH = 32 << 20;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final CmMessageType[] TYPES = CmMessageType.values();
    private static final CmField[] FIELDS = CmField.values();

    private final long seed = Long.getLong("verbena.messages.seed", System.nanoTime());
    private final Random random = new Random(seed);
    /** The connections that the victim has answered, with the newest last. */
    private final ArrayDeque<Ids> known = new ArrayDeque<>();

    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong established = new AtomicLong();
    private SimProvider victim;
    private DeviceContext context;
    private ConnectionManager manager;
    private CmConnector connector;
    private CmListener listener;
    private CompletableFuture<Void> server;
    private RawPeer attacker;

    /** The communication IDs that the victim and the attacker have assigned to a connection. */
    private record Ids(int victim, int attacker) {}

    private static InetAddress address(String text) {
        return new InetSocketAddress(text, 0).getAddress();
    }

    private static SimProvider provider(InetAddress address) {
        return (SimProvider) new SimProvider()
                .configure(Map.of(
                        "profile", "rxe",
                        "address", address.getHostAddress(),
                        "udp-port", Integer.toString(UDP_PORT)));
    }

    private static CmConnectorSettings settings() {
        return CmConnectorSettings.builder()
                .qpInitAttr(QpInitAttr.builder()
                        .maxSendWr(4)
                        .maxRecvWr(4)
                        .maxSendSge(1)
                        .maxRecvSge(1)
                        .build())
                .build();
    }

    @BeforeEach
    void start() throws IOException {
        victim = provider(VICTIM);
        context = victim.devices().get(0).open();
        manager = ConnectionManager.open(victim, context);
        connector = CmConnector.create(manager, settings());
        listener = connector.listen(new InetSocketAddress(VICTIM, 0));
        server = CompletableFuture.runAsync(this::serve);
        attacker = new RawPeer(ATTACKER, new InetSocketAddress(VICTIM, UDP_PORT));
    }

    @AfterEach
    void stop() throws IOException {
        attacker.close();
        connector.close();
        manager.close();
        context.close();
        victim.close();
    }

    /** Accepts each request, and keeps a few connections open in any state. */
    private void serve() {
        ArrayDeque<CompletableFuture<CmConnection>> open = new ArrayDeque<>();
        try {
            while (true) {
                Optional<CmRequest> request = listener.nextRequest(PATIENCE);
                if (request.isPresent()) {
                    accepted.incrementAndGet();
                    open.add(request.get().acceptAsync());
                }
                if (open.size() > OPEN_CONNECTIONS) {
                    CompletableFuture<CmConnection> oldest = open.remove();
                    if (!oldest.cancel(false) && !oldest.isCompletedExceptionally()) {
                        established.incrementAndGet();
                        oldest.join().close();
                    }
                }
            }
        } catch (ClosedHandleException e) {
            // The test has ended.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void theServerWorksAfterRandomMessages() throws Exception {
        long count = Effort.now().of(1_000, 1_000_000);
        System.out.printf("%d messages from seed %d (-Dverbena.messages.seed)%n", count, seed);
        long before = usedHeap();
        for (long i = 0; i < count; i++) {
            send();
            if (i % BURST == 0) {
                awaitReceived(i + 1);
                follow();
            }
        }
        awaitReceived(count);

        assertThat(context.portCounters(1).get("dropped_internal")).isZero();
        assertThat(server).as("the server still runs").isNotDone();
        assertThat(established.get()).as("established connections").isPositive();
        assertServesHonestPeer();
        assertThat(usedHeap() - before).isLessThan(HEAP_GROWTH);
        new ResultLine("cm-messages-sim", "sim", "rxe")
                .write(count + " messages survived, " + accepted.get() + " requests accepted, " + established.get()
                        + " connections established");
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private void awaitReceived(long packets) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (context.portCounters(1).get("rcvd_pkts") < packets) {
            assertThat(System.nanoTime())
                    .as("time of packet %d from seed %d", packets, seed)
                    .isLessThan(deadline);
            Thread.sleep(0, 100_000);
        }
    }

    /** Reads the answers of the victim. */
    private void follow() throws IOException {
        for (Optional<CmMadDecoder> next = attacker.next(); next.isPresent(); next = attacker.next()) {
            CmMadDecoder answer = next.get();
            if (answer.message() == CmMessageType.REP) {
                known.add(new Ids(answer.getInt(CmField.REP_LOCAL_COMM_ID), answer.getInt(CmField.REP_REMOTE_COMM_ID)));
                if (known.size() > KNOWN) {
                    known.remove();
                }
            }
        }
    }

    /** Sends a plausible message of which some fields and bytes are changed. */
    private void send() throws IOException {
        CmMessageType type = random.nextInt(3) == 0 ? CmMessageType.REQ : TYPES[random.nextInt(TYPES.length)];
        CmMadEncoder message = attacker.begin(type, random.nextLong());
        ByteBuffer mad = attacker.mad();
        if (type == CmMessageType.REQ) {
            request(message);
        } else if (type == CmMessageType.SIDR_REQ) {
            message.set(CmField.SIDR_REQ_REQUESTID, random.nextInt() & 0xFFFF_FFFFL)
                    .set(CmField.SIDR_REQ_SERVICEID, UDP_SERVICE + port());
            message.put(CmBlock.SIDR_REQ_PRIVATE_DATA, 0, header());
        } else {
            answer(message, type);
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            CmField field = FIELDS[random.nextInt(FIELDS.length)];
            if (field.message() == type) {
                message.set(field, random.nextLong() >>> (Long.SIZE - field.width()));
            }
        }
        for (int i = random.nextInt(4) == 0 ? random.nextInt(8) : 0; i > 0; i--) {
            mad.put(random.nextInt(mad.capacity()), (byte) random.nextInt(256));
        }
        // Rarely with a wrong length or queue key.
        int payload = random.nextInt(50) == 0 ? random.nextInt(300) : CmMadDecoder.LENGTH;
        int psn = random.nextInt(1 << 24);
        attacker.sendMad(payload, random.nextInt(100) == 0 ? random.nextInt() : RawPeer.QP1_QKEY, psn);
    }

    private int port() {
        return listener.localAddress().getPort();
    }

    private ByteBuffer header() {
        ByteBuffer header = ByteBuffer.allocate(CmaHeader.LENGTH);
        attacker.header(header, 1 + random.nextInt(0xFFFF));
        return header;
    }

    private void request(CmMadEncoder message) {
        // Few IDs are used, so that requests repeat earlier ones and collide with open connections.
        int id = 1 + random.nextInt(200);
        message.set(CmField.REQ_LOCAL_COMM_ID, id)
                .set(CmField.REQ_SERVICE_ID, TCP_SERVICE + port())
                .set(CmField.REQ_LOCAL_CA_GUID, 7)
                .set(CmField.REQ_LOCAL_QPN, 0x100 + id)
                .set(CmField.REQ_RESPONDER_RESOURCES, random.nextInt(4))
                .set(CmField.REQ_INITIATOR_DEPTH, random.nextInt(4))
                .set(CmField.REQ_STARTING_PSN, random.nextInt(1 << 24))
                .set(CmField.REQ_PARTITION_KEY, 0xFFFF)
                .set(CmField.REQ_PATH_PACKET_PAYLOAD_MTU, 3)
                .set(CmField.REQ_REMOTE_CM_RESPONSE_TIMEOUT, random.nextInt(32))
                .set(CmField.REQ_LOCAL_CM_RESPONSE_TIMEOUT, random.nextInt(32))
                .set(CmField.REQ_MAX_CM_RETRIES, random.nextInt(16))
                .set(CmField.REQ_PRIMARY_HOP_LIMIT, 64);
        message.put(CmBlock.REQ_PRIMARY_LOCAL_PORT_GID, 0, RawPeer.mapped(ATTACKER));
        message.put(CmBlock.REQ_PRIMARY_REMOTE_PORT_GID, 0, RawPeer.mapped(VICTIM));
        message.put(CmBlock.REQ_PRIVATE_DATA, 0, header());
    }

    /** Sets the IDs of a connection that the victim has answered, or random IDs. */
    private void answer(CmMadEncoder message, CmMessageType type) {
        Ids ids = known.isEmpty() || random.nextInt(8) == 0
                ? new Ids(random.nextInt(), random.nextInt())
                : known.stream().skip(random.nextInt(known.size())).findFirst().orElseThrow();
        for (CmField field : FIELDS) {
            if (field.message() == type && field.name().endsWith("_LOCAL_COMM_ID")) {
                message.set(field, Integer.toUnsignedLong(ids.attacker()));
            } else if (field.message() == type && field.name().endsWith("_REMOTE_COMM_ID")) {
                message.set(field, Integer.toUnsignedLong(ids.victim()));
            }
        }
    }

    private void assertServesHonestPeer() throws Exception {
        SimProvider honest = provider(HONEST);
        try (ConnectionManager other = ConnectionManager.open(honest);
                CmConnector client = CmConnector.create(other, settings());
                CmConnection connection = client.connect(listener.localAddress())) {
            assertThat(connection.isConnected()).isTrue();
        } finally {
            honest.close();
        }
    }
}
