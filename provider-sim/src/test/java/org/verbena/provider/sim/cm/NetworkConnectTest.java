package org.verbena.provider.sim.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.provider.sim.cm.CmHost.bytes;
<<<<<<< HEAD
import static org.verbena.provider.sim.cm.CmHost.await;
import static org.verbena.provider.sim.cm.CmHost.text;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.MemoryRegion;
import org.verbena.CompletionArray;
=======
import static org.verbena.provider.sim.cm.CmHost.expect;
import static org.verbena.provider.sim.cm.CmHost.text;

import java.net.InetSocketAddress;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.verbena.CompletionArray;
import org.verbena.MemoryRegion;
>>>>>>> main
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.attr.AccessFlag;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.PortSpace;
import org.verbena.error.InvalidRequestException;
import org.verbena.provider.sim.SimFault;
<<<<<<< HEAD
import org.verbena.rocev2.CmBlock;
import org.verbena.rocev2.CmField;
import org.verbena.rocev2.CmMadEncoder;
import org.verbena.rocev2.CmMessageType;
import org.verbena.rocev2.Icrc;
import org.verbena.rocev2.PacketEncoder;
import org.verbena.rocev2.RoceOpcode;
=======
>>>>>>> main

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
<<<<<<< HEAD
        var request = await(far.servers, CmEventType.CONNECT_REQUEST);
=======
        var request = expect(far.servers, CmEventType.CONNECT_REQUEST);
>>>>>>> main
        assertThat(text(request.privateData())).isEqualTo("from near");
        CmId server = request.id();
        QueuePair receiver = server.createQp(CmHost.qp());
        MemoryRegion target = server.pd().orElseThrow().allocMr(64, AccessFlag.LOCAL_WRITE);
        RecvBatch receives = server.verbs().orElseThrow().newRecvBatch(1, 1);
        receives.add().wrId(7).sge(target, 0, 64);
        receiver.postRecv(receives);
        server.accept(ConnParam.defaults());
<<<<<<< HEAD
        await(near.clients, CmEventType.ESTABLISHED);
        await(far.servers, CmEventType.ESTABLISHED);
        assertThat(server.peerAddress().orElseThrow().getAddress().getHostAddress()).isEqualTo(NEAR);
        assertThat(server.localAddress().orElseThrow().getAddress().getHostAddress()).isEqualTo(FAR);
=======
        expect(near.clients, CmEventType.ESTABLISHED);
        expect(far.servers, CmEventType.ESTABLISHED);
        assertThat(server.peerAddress().orElseThrow().getAddress().getHostAddress())
                .isEqualTo(NEAR);
        assertThat(server.localAddress().orElseThrow().getAddress().getHostAddress())
                .isEqualTo(FAR);
>>>>>>> main

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
<<<<<<< HEAD
        await(near.clients, CmEventType.DISCONNECTED);
        client.disconnect();
        await(far.servers, CmEventType.DISCONNECTED);
        await(near.clients, CmEventType.TIMEWAIT_EXIT);
        await(far.servers, CmEventType.TIMEWAIT_EXIT);
=======
        expect(near.clients, CmEventType.DISCONNECTED);
        client.disconnect();
        expect(far.servers, CmEventType.DISCONNECTED);
        expect(near.clients, CmEventType.TIMEWAIT_EXIT);
        expect(far.servers, CmEventType.TIMEWAIT_EXIT);
>>>>>>> main
    }

    @Test
    void aPortWithoutListenerRejects() {
        CmId listener = listener(PortSpace.TCP);
        int port = CmHost.port(listener);
        listener.close();
        CmId client = near.resolved(new InetSocketAddress(FAR, port), PortSpace.TCP);
        client.createQp(CmHost.qp());
        client.connect(ConnParam.defaults());

<<<<<<< HEAD
        await(near.clients, CmEventType.REJECTED, 8);
=======
        expect(near.clients, CmEventType.REJECTED, 8);
>>>>>>> main
    }

    @Test
    void aDatagramServiceIsResolved() {
        connecting(listener(PortSpace.UDP));
<<<<<<< HEAD
        var request = await(far.servers, CmEventType.CONNECT_REQUEST);
=======
        var request = expect(far.servers, CmEventType.CONNECT_REQUEST);
>>>>>>> main
        assertThat(request.privateData().remaining()).isEqualTo(180);
        long number = request.id().createQp(CmHost.qp()).qpNum();
        request.id().accept(ConnParam.defaults());

<<<<<<< HEAD
        var established = await(near.clients, CmEventType.ESTABLISHED);
=======
        var established = expect(near.clients, CmEventType.ESTABLISHED);
>>>>>>> main
        assertThat(established.ud().orElseThrow().qpNum()).isEqualTo(number);
        assertThat(established.ud().orElseThrow().qkey()).isEqualTo(0x0123_4567L);
    }

    @Test
    void aLostMessageIsRepeated() {
        var fault = far.provider
                .fabric()
                .faults()
<<<<<<< HEAD
                .inject(SimFault.drop().where(message -> message.cm().equals("REP")).times(1));
        connecting(listener(PortSpace.TCP));
        CmId server = await(far.servers, CmEventType.CONNECT_REQUEST).id();
        server.createQp(CmHost.qp());
        server.accept(ConnParam.defaults());

        await(near.clients, CmEventType.ESTABLISHED);
        await(far.servers, CmEventType.ESTABLISHED);
=======
                .inject(SimFault.drop()
                        .where(message -> message.cm().equals("REP"))
                        .times(1));
        connecting(listener(PortSpace.TCP));
        CmId server = expect(far.servers, CmEventType.CONNECT_REQUEST).id();
        server.createQp(CmHost.qp());
        server.accept(ConnParam.defaults());

        expect(near.clients, CmEventType.ESTABLISHED);
        expect(far.servers, CmEventType.ESTABLISHED);
>>>>>>> main
        assertThat(fault.hits()).isEqualTo(1);
    }
}
