// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.verbena.provider.sim.rdmacm.CmHost.await;
import static org.verbena.provider.sim.rdmacm.CmHost.bytes;
import static org.verbena.provider.sim.rdmacm.CmHost.text;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.verbena.CompletionArray;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.WcStatus;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.EventChannel;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.provider.sim.SimFault;
import org.verbena.provider.sim.roce.NetworkAddress;
import org.verbena.rocev2.CmBlock;
import org.verbena.rocev2.CmField;
import org.verbena.rocev2.CmMadEncoder;
import org.verbena.rocev2.CmMessageType;
import org.verbena.rocev2.CmaHeader;
import org.verbena.rocev2.Icrc;
import org.verbena.rocev2.PacketEncoder;
import org.verbena.rocev2.RoceOpcode;

/** Checks connections between two simulators over the loopback interface, as between two processes. */
class NetworkConnectTest {
    private static final String NEAR = "127.0.0.2";
    private static final String FAR = "127.0.0.3";
    private static final int QKEY = 0x8001_0000;

    private int udpPort;
    private CmHost near;
    private CmHost far;

    @BeforeEach
    void open() {
        Random random = new Random();
        while (near == null) {
            udpPort = 20_000 + random.nextInt(10_000);
            try {
                near = CmHost.at(NEAR, udpPort);
            } catch (InvalidRequestException e) {
                assertThat(e).hasMessageContaining("Address already in use");
            }
        }
        far = CmHost.at(FAR, udpPort);
    }

    @AfterEach
    void close() {
        near.close();
        far.close();
    }

    private CmId listener(PortSpace space) {
        CmId listener = far.servers.createId(space);
        listener.listen(8);
        return listener;
    }

    private CmId connecting(CmId listener) {
        InetSocketAddress to = new InetSocketAddress(FAR, CmHost.port(listener));
        CmId client = near.resolved(to, listener.portSpace());
        client.createQp(CmHost.qp());
        client.connect(ConnParam.builder().privateData(bytes("from near")).build());
        return client;
    }

    @Test
    void aConnectionCarriesDataAndEnds() throws Exception {
        CmId client = connecting(listener(PortSpace.TCP));
        var request = await(far.servers, CmEventType.CONNECT_REQUEST);
        assertThat(text(request.privateData())).isEqualTo("from near");
        CmId server = request.id();
        QueuePair receiver = server.createQp(CmHost.qp());
        MemoryRegion target = server.pd().orElseThrow().allocMr(64, AccessFlag.LOCAL_WRITE);
        RecvBatch receives = server.verbs().orElseThrow().newRecvBatch(1, 1);
        receives.add().wrId(7).sge(target, 0, 64);
        receiver.postRecv(receives);
        server.accept(ConnParam.defaults());
        await(near.clients, CmEventType.ESTABLISHED);
        await(far.servers, CmEventType.ESTABLISHED);
        assertThat(server.peerAddress().orElseThrow().getAddress().getHostAddress())
                .isEqualTo(NEAR);
        assertThat(server.localAddress().orElseThrow().getAddress().getHostAddress())
                .isEqualTo(FAR);

        QueuePair sender = client.qp().orElseThrow();
        MemoryRegion source = client.pd().orElseThrow().allocMr(64, AccessFlag.LOCAL_WRITE);
        source.view(0, 5).put(bytes("hello"));
        SendBatch sends = client.verbs().orElseThrow().newSendBatch(1, 1, 0);
        sends.add().wrId(1).signaled().send().sge(source, 0, 5);
        sender.postSend(sends);
        CompletionArray completions = server.verbs().orElseThrow().newCompletionArray(1);
        while (server.recvCq().orElseThrow().poll(completions) == 0) {
            Thread.onSpinWait();
        }
        assertThat(completions.get(0).byteLen()).isEqualTo(5);
        completions.release();
        assertThat(text(target.view(0, 5))).isEqualTo("hello");

        server.disconnect();
        await(near.clients, CmEventType.DISCONNECTED);
        client.disconnect();
        await(far.servers, CmEventType.DISCONNECTED);
        await(near.clients, CmEventType.TIMEWAIT_EXIT);
        await(far.servers, CmEventType.TIMEWAIT_EXIT);
    }

    /** Returns the two ends of a connection. */
    private CmId[] connected() {
        CmId client = connecting(listener(PortSpace.TCP));
        CmId server = await(far.servers, CmEventType.CONNECT_REQUEST).id();
        server.createQp(CmHost.qp());
        server.accept(ConnParam.defaults());
        await(near.clients, CmEventType.ESTABLISHED);
        await(far.servers, CmEventType.ESTABLISHED);
        return new CmId[] {client, server};
    }

    @Test
    void thePeerOfAnIdleConnectionAnswersProbes() throws Exception {
        CmId[] ends = connected();

        ends[0].setKeepAlive(Duration.ofMillis(200));

        assertThat(near.clients.nextEvent(Duration.ofSeconds(1))).isEmpty();
        assertThat(ends[0].qp().orElseThrow().query().attr().curQpState()).isEqualTo(QpState.RTS);
    }

    @Test
    void anIdleConnectionEndsIfThePeerIsSilent() {
        CmId[] ends = connected();
        far.provider.fabric().faults().inject(SimFault.drop());
        near.provider.fabric().faults().inject(SimFault.drop());

        ends[0].setKeepAlive(Duration.ofMillis(200));

        await(near.clients, CmEventType.DISCONNECTED, -Errno.ETIMEDOUT.number());
    }

    @Test
    void aRequestOfASilentPeerFails() throws Exception {
        CmId client = connected()[0];
        near.provider.fabric().faults().inject(SimFault.drop());
        SendBatch sends = client.verbs().orElseThrow().newSendBatch(1, 1, 0);
        sends.add().wrId(1).signaled().send();
        client.qp().orElseThrow().postSend(sends);

        client.setKeepAlive(Duration.ofMillis(200));

        // The profile rxe repeats a request with seven retries for ever.
        await(near.clients, CmEventType.DISCONNECTED, -Errno.ETIMEDOUT.number());
        CompletionArray completions = client.verbs().orElseThrow().newCompletionArray(1);
        client.sendCq().orElseThrow().poll(completions);
        assertThat(completions.get(0).status()).isEqualTo(WcStatus.RETRY_EXC_ERR);
    }

    @Test
    void aKeepaliveHasBounds() {
        CmId client = connected()[0];

        assertThatThrownBy(() -> client.setKeepAlive(Duration.ofMillis(99)))
                .hasMessageContainingAll("keep_alive = PT0.099S", "PT0.1S..PT24H");
        client.setKeepAlive(Duration.ZERO);
    }

    @Test
    void aPortWithoutListenerRejects() {
        CmId listener = listener(PortSpace.TCP);
        int port = CmHost.port(listener);
        listener.close();
        CmId client = near.resolved(new InetSocketAddress(FAR, port), PortSpace.TCP);
        client.createQp(CmHost.qp());
        client.connect(ConnParam.defaults());

        await(near.clients, CmEventType.REJECTED, 8);
    }

    @Test
    void aDatagramServiceIsResolved() {
        connecting(listener(PortSpace.UDP));
        var request = await(far.servers, CmEventType.CONNECT_REQUEST);
        assertThat(request.privateData().remaining()).isEqualTo(180);
        long number = request.id().createQp(CmHost.qp()).qpNum();
        request.id().accept(ConnParam.defaults());

        var established = await(near.clients, CmEventType.ESTABLISHED);
        assertThat(established.ud().orElseThrow().qpNum()).isEqualTo(number);
        assertThat(established.ud().orElseThrow().qkey()).isEqualTo(0x0123_4567L);
    }

    @Test
    void aLostMessageIsRepeated() {
        var fault = far.provider
                .fabric()
                .faults()
                .inject(SimFault.drop()
                        .where(message -> message.cm().equals("REP"))
                        .times(1));
        connecting(listener(PortSpace.TCP));
        CmId server = await(far.servers, CmEventType.CONNECT_REQUEST).id();
        server.createQp(CmHost.qp());
        server.accept(ConnParam.defaults());

        await(near.clients, CmEventType.ESTABLISHED);
        await(far.servers, CmEventType.ESTABLISHED);
        assertThat(fault.hits()).isEqualTo(1);
    }

    /** Sends packets with valid checksums to queue pair 1 of the far device, from an address without a device. */
    private final class Stranger implements AutoCloseable {
        private static final String ADDRESS = "127.0.0.9";

        private final DatagramSocket socket;
        private final ByteBuffer buffer = ByteBuffer.allocate(512);
        private final PacketEncoder packet = new PacketEncoder();

        Stranger() throws Exception {
            socket = new DatagramSocket(0, InetAddress.getByName(ADDRESS));
        }

        void send(byte[] mad, int qkey) throws Exception {
            packet.begin(buffer, 0, RoceOpcode.UD_SEND_ONLY)
                    .pkey(0xFFFF)
                    .destQpn(1)
                    .deth(qkey, 1);
            buffer.put(packet.payloadOffset(), mad);
            int length = packet.end(mad.length);
            Icrc icrc = new Icrc().ipv4(0x7F00_0009, 0x7F00_0003).ports(socket.getLocalPort(), udpPort);
            packet.icrc(icrc.compute(buffer, 0, length));
            socket.send(new DatagramPacket(buffer.array(), length, InetAddress.getByName(FAR), udpPort));
        }

        @Override
        public void close() {
            socket.close();
        }
    }

    private byte[] request(int number, int port) {
        ByteBuffer mad = ByteBuffer.allocate(256);
        CmMadEncoder encoder = new CmMadEncoder().begin(mad, 0, CmMessageType.REQ, number);
        encoder.set(CmField.REQ_LOCAL_COMM_ID, number).set(CmField.REQ_LOCAL_QPN, number);
        encoder.set(CmField.REQ_SERVICE_ID, 0x106_0000L | port);
        byte[] gid =
                NetworkAddress.gidOf(new InetSocketAddress(FAR, 1).getAddress()).raw();
        encoder.put(CmBlock.REQ_PRIMARY_REMOTE_PORT_GID, 0, ByteBuffer.wrap(gid));
        new CmaHeader()
                .wrap(mad, CmBlock.REQ_PRIVATE_DATA.offset())
                .set(1, new byte[] {127, 0, 0, 9}, new byte[] {127, 0, 0, 3});
        return mad.array();
    }

    private void awaitDrops(String name, long count) throws InterruptedException {
        try (DeviceContext context = far.provider.devices().get(0).open()) {
            while (context.portCounters(1).get(name) < count) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
    }

    @Test
    void requestsFromUnknownAddressesAreLimitedByTheBacklog() throws Exception {
        CmId listener = listener(PortSpace.TCP);
        try (Stranger stranger = new Stranger()) {
            for (int i = 1; i <= 50; i++) {
                stranger.send(request(i, CmHost.port(listener)), QKEY);
            }
            awaitDrops("dropped_backlog_full", 42);
        }
        for (int i = 0; i < 8; i++) {
            await(far.servers, CmEventType.CONNECT_REQUEST).id().close();
        }
        CmHost.expectNothing(far.servers);
        connecting(listener);
        await(far.servers, CmEventType.CONNECT_REQUEST);
    }

    @Test
    void invalidMessagesAreCounted() throws Exception {
        byte[] wrongVersion = request(1, 1);
        wrongVersion[2] = 1;
        byte[] otherClass = request(1, 1);
        otherClass[1] = 3;
        try (Stranger stranger = new Stranger()) {
            stranger.send(wrongVersion, QKEY);
            stranger.send(new byte[255], QKEY);
            stranger.send(otherClass, QKEY);
            stranger.send(request(1, 1), 0x1111_1111);
            awaitDrops("dropped_malformed_mad", 2);
            awaitDrops("dropped_unhandled_mad", 1);
            awaitDrops("dropped_wrong_qkey", 1);
        }
    }

    @Test
    void randomMessagesDoNotPreventConnections() throws Exception {
        long seed = System.nanoTime();
        System.out.println("messages from seed " + seed);
        Random random = new Random(seed);
        CmId listener = listener(PortSpace.TCP);
        try (Stranger stranger = new Stranger()) {
            for (int i = 0; i < 2_000; i++) {
                byte[] mad = request(random.nextInt(), CmHost.port(listener));
                mad[17] = (byte) (0x10 + random.nextInt(12));
                for (int j = random.nextInt(4); j > 0; j--) {
                    mad[24 + random.nextInt(232)] = (byte) random.nextInt();
                }
                stranger.send(mad, QKEY);
            }
        }
        for (Optional<CmEvent> event = far.servers.nextEvent(); event.isPresent(); event = far.servers.nextEvent()) {
            event.get().id().close();
        }
        connecting(listener);
        Optional<CmEvent> event = far.servers.nextEvent(CmHost.PATIENCE);
        while (!text(event.orElseThrow().privateData()).equals("from near")) {
            event.get().id().close();
            event = far.servers.nextEvent(CmHost.PATIENCE);
        }
        assertThat(event.get().type()).isEqualTo(CmEventType.CONNECT_REQUEST);
    }

    /** Connections are established although both sides lose 5% of their messages. */
    @Test
    void connectionsAreEstablishedOverABadNetwork() {
        near.provider.fabric().faults().inject(SimFault.drop().chance(0.05));
        far.provider.fabric().faults().inject(SimFault.drop().chance(0.05));
        CmId listener = listener(PortSpace.TCP);
        for (int i = 0; i < 10; i++) {
            CmId client = connecting(listener);
            CmId server = await(far.servers, CmEventType.CONNECT_REQUEST).id();
            server.createQp(CmHost.qp());
            server.accept(ConnParam.defaults());
            await(near.clients, CmEventType.ESTABLISHED);
            await(far.servers, CmEventType.ESTABLISHED);
            client.destroyQp();
            client.close();
            server.destroyQp();
            server.close();
            drain(far.servers);
        }
    }

    private static void drain(EventChannel channel) {
        while (channel.nextEvent().isPresent()) {
            Thread.onSpinWait();
        }
    }
}
