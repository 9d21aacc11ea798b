// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.verbena.provider.sim.LoopbackNetwork.await;
import static org.verbena.provider.sim.LoopbackNetwork.next;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.AddressHandle;
import org.verbena.DeviceContext;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;
import org.verbena.connect.Connection;
import org.verbena.connect.Connector;
import org.verbena.connect.ConnectorException;
import org.verbena.connect.ConnectorListener;
import org.verbena.connect.ConnectorSettings;
import org.verbena.rocev2.Icrc;
import org.verbena.rocev2.PacketEncoder;
import org.verbena.rocev2.RoceOpcode;

/**
 * Checks a device with IPv4 and IPv6 addresses. The loopback interface has one IPv6 address, so both ends of an IPv6
 * connection are on the same device. Their packets nevertheless pass through the socket.
 */
class Ipv6NetworkTest {
    private static final long QKEY = 0x1234;
    private static final int IPV4 = 1;
    private static final int OTHER_IPV4 = 2;
    private static final int IPV6 = 3;

    private final LoopbackNetwork network = new LoopbackNetwork();
    private DeviceContext device;

    @BeforeEach
    void open() throws IOException {
        assumeTrue(NetworkInterface.getByInetAddress(InetAddress.getByName("::1")) != null, "this host has no IPv6");
        device = network.open("::1, 127.0.0.5, 127.0.0.6");
    }

    @AfterEach
    void close() {
        network.close();
    }

    private End[] connected(QpType type, int from, int to) {
        End sender = new End(device, type);
        End receiver = new End(device, type);
        connect(sender, from, receiver, to);
        connect(receiver, to, sender, from);
        return new End[] {sender, receiver};
    }

    private static void connect(End end, int index, End peer, int ofPeer) {
        GlobalRoute route = GlobalRoute.to(peer.context.queryGid(1, ofPeer), index);
        end.connectTo(
                peer, attr -> attr.pathMtu(Mtu.BYTES_256).ahAttr(AhAttr.global(route, 1)), UnaryOperator.identity());
    }

    @Test
    void eachAddressIsAGidAndIpv4AddressesComeFirst() {
        assertThat(device.queryGid(1, 0).toString()).startsWith("fe80:");
        assertThat(device.queryGid(1, IPV4)).hasToString("0000:0000:0000:0000:0000:ffff:7f00:0005");
        assertThat(device.queryGid(1, OTHER_IPV4)).hasToString("0000:0000:0000:0000:0000:ffff:7f00:0006");
        assertThat(device.queryGid(1, IPV6)).hasToString("0000:0000:0000:0000:0000:0000:0000:0001");
        assertThat(device.queryGidTable()).hasSize(4);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 2", "2, 1", "2, 2", "3, 3"})
    void eachGidCarriesMessages(int from, int to) throws Exception {
        End[] ends = connected(QpType.RC, from, to);
        ends[1].receive(1, 0, 4096);

        ends[0].write("hello").post(wr -> wr.send().sge(ends[0].mr, 0, 3000));

        assertThat(next(ends[1]).byteLen()).isEqualTo(3000);
        assertThat(ends[1].read(0, 5)).isEqualTo("hello");
        assertThat(next(ends[0]).isSuccess()).isTrue();
    }

    /** Each side prefers IPv4. The side with only one GID decides. */
    @ParameterizedTest
    @CsvSource({"3, ", ", 3", "1, ", ", "})
    void theConnectorChoosesGidsOfOneVersion(Integer ofClient, Integer ofServer) throws Exception {
        End client = new End(device, QpType.RC);
        End server = new End(device, QpType.RC);
        Duration limit = Duration.ofSeconds(60);
        int expected = ofClient == null && ofServer == null ? IPV4 : ofClient == null ? ofServer : ofClient;

        try (ConnectorListener listener = connector(ofServer).listen(0)) {
            CompletableFuture<Connection> accepted =
                    CompletableFuture.supplyAsync(() -> listener.accept(server.qp, ByteBuffer.allocate(0), limit));
            connector(ofClient).connect(client.qp, listener.localAddress(), ByteBuffer.allocate(0), limit);
            assertThat(accepted.join().local().gid()).contains(device.queryGid(1, expected));
        }

        server.receive(1, 0, 4096);
        client.write("hello").post(wr -> wr.send().sge(client.mr, 0, 5));
        assertThat(next(server).byteLen()).isEqualTo(5);
    }

    private static Connector connector(Integer gidIndex) {
        ConnectorSettings.Builder settings = ConnectorSettings.builder();
        return Connector.create((gidIndex == null ? settings : settings.gidIndex(gidIndex)).build());
    }

    @Test
    void theConnectorRefusesGidsOfDifferentVersions() throws Exception {
        End client = new End(device, QpType.RC);
        End server = new End(device, QpType.RC);
        Duration limit = Duration.ofSeconds(60);
        try (ConnectorListener listener = connector(IPV6).listen(0)) {
            CompletableFuture<Connection> accepted =
                    CompletableFuture.supplyAsync(() -> listener.accept(server.qp, ByteBuffer.allocate(0), limit));

            assertThatThrownBy(() ->
                            connector(IPV4).connect(client.qp, listener.localAddress(), ByteBuffer.allocate(0), limit))
                    .isInstanceOf(ConnectorException.class)
                    .hasMessageContaining("of another IP version");
            assertThatThrownBy(accepted::join).hasMessageContaining("of another IP version");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 255, 1024, 2500, 4096})
    void everyOperationOfAConnectionMovesItsData(int length) throws Exception {
        End[] ends = connected(QpType.RC, IPV6, IPV6);
        End sender = ends[0];
        End receiver = ends[1];
        byte[] data = new byte[length];
        new Random(length).nextBytes(data);
        sender.mr.view(0, length).put(data);
        receiver.receive(7, 0, 4096);

        sender.post(wr -> wr.sendImm(5).sge(sender.mr, 0, length));
        assertThat(next(receiver).immData()).isEqualTo(5);
        assertThat(bytes(receiver, length)).isEqualTo(data);
        assertThat(next(sender).isSuccess()).isTrue();

        sender.mr.view(0, length).put(new byte[length]);
        sender.post(wr -> wr.read(receiver.mr.address(), receiver.mr.rkey()).sge(sender.mr, 0, length));
        assertThat(next(sender).isSuccess()).isTrue();
        assertThat(bytes(sender, length)).isEqualTo(data);

        receiver.mr.view(0, length).put(new byte[length]);
        sender.post(wr -> wr.write(receiver.mr.address(), receiver.mr.rkey()).sge(sender.mr, 0, length));
        assertThat(next(sender).isSuccess()).isTrue();
        assertThat(bytes(receiver, length)).isEqualTo(data);
    }

    private static byte[] bytes(End end, int length) {
        byte[] bytes = new byte[length];
        end.mr.view(0, length).get(bytes);
        return bytes;
    }

    @Test
    void atomicsReturnThePreviousValue() throws Exception {
        End[] ends = connected(QpType.RC, IPV6, IPV6);
        ends[1].mr.view(8, 8).order(ByteOrder.nativeOrder()).putLong(40);

        ends[0].post(wr ->
                wr.fetchAdd(ends[1].mr.address() + 8, ends[1].mr.rkey(), 2).sge(ends[0].mr, 0, 8));

        assertThat(next(ends[0]).isSuccess()).isTrue();
        assertThat(ends[0].mr.view(0, 8).order(ByteOrder.nativeOrder()).getLong())
                .isEqualTo(40);
        assertThat(ends[1].mr.view(8, 8).order(ByteOrder.nativeOrder()).getLong())
                .isEqualTo(42);
    }

    @Test
    void aBadKeyEndsTheConnection() throws Exception {
        End[] ends = connected(QpType.RC, IPV6, IPV6);

        ends[0].post(wr -> wr.write(ends[1].mr.address(), ends[1].mr.rkey() + 1).sge(ends[0].mr, 0, 8));

        assertThat(next(ends[0]).status()).isEqualTo(WcStatus.REM_ACCESS_ERR);
    }

    @Test
    void anUnreliableConnectionDelivers() throws Exception {
        End[] ends = connected(QpType.UC, IPV6, IPV6);
        ends[1].receive(1, 0, 4096);

        ends[0].write("unreliable").post(wr -> wr.send().sge(ends[0].mr, 0, 4000));

        assertThat(next(ends[1]).byteLen()).isEqualTo(4000);
        assertThat(ends[1].read(0, 10)).isEqualTo("unreliable");
    }

    @Test
    void aDatagramArrivesBehindItsIpv6Header() throws Exception {
        End from = End.datagrams(device, QKEY);
        End to = End.datagrams(device, QKEY);
        to.receive(1, 0, 100);
        AddressHandle address = from.pd.createAh(AhAttr.global(GlobalRoute.to(device.queryGid(1, IPV6), IPV6), 1));

        from.write("datagram").post(wr -> wr.send().sge(from.mr, 0, 7).to(address, to.qp.qpNum(), QKEY));

        assertThat(next(to).byteLen()).isEqualTo(47);
        assertThat(to.read(40, 7)).isEqualTo("datagra");
        ByteBuffer header = to.mr.view(0, 40);
        assertThat(header.getInt(0)).as("version, class and flow label").isEqualTo(0x6000_0000);
        // UDP header, BTH, DETH, the data with its padding, and the checksum.
        assertThat(header.getShort(4)).as("payload length").isEqualTo((short) (8 + 12 + 8 + 8 + 4));
        assertThat(header.get(6)).as("next header").isEqualTo((byte) 17);
        assertThat(header.get(7)).as("hop limit").isEqualTo((byte) 64);
        byte[] loopback = InetAddress.getByName("::1").getAddress();
        assertThat(header.slice(8, 16)).as("source").isEqualTo(ByteBuffer.wrap(loopback));
        assertThat(header.slice(24, 16)).as("destination").isEqualTo(ByteBuffer.wrap(loopback));
    }

    /** A queue pair can join groups of any scope. A link-local group belongs to one network interface. */
    @ParameterizedTest
    @ValueSource(strings = {"ff0e:0000:0000:0000:0000:0000:0001:0002", "ff02:0000:0000:0000:0000:0000:0001:0002"})
    void aQueuePairJoinsAndLeavesAnIpv6Group(String group) {
        End member = End.datagrams(device, QKEY);

        member.qp.attachMcast(Gid.parse(group), 0);

        member.qp.detachMcast(Gid.parse(group), 0);
        member.qp.close();
    }

    /** The receiver of an IPv6 packet knows all fields that the checksum covers, so it accepts only one checksum. */
    @Test
    void packetsWithAWrongChecksumAreDropped() throws Exception {
        End[] ends = connected(QpType.RC, IPV6, IPV6);
        ends[1].receive(1, 0, 100);
        InetAddress loopback = InetAddress.getByName("::1");
        byte[] text = "genuine".getBytes(StandardCharsets.US_ASCII);
        ByteBuffer packet = ByteBuffer.allocate(64);
        PacketEncoder encoder = new PacketEncoder()
                .begin(packet, 0, RoceOpcode.RC_SEND_ONLY)
                .destQpn((int) ends[1].qp.qpNum())
                .psn(100, true)
                .pkey(0xFFFF);
        packet.put(RoceOpcode.BTH_LENGTH, text);
        int length = encoder.end(text.length);
        ByteBuffer addresses =
                ByteBuffer.allocate(32).put(loopback.getAddress()).put(loopback.getAddress());
        try (DatagramSocket peer = new DatagramSocket(0, loopback)) {
            int icrc = new Icrc()
                    .ipv6(addresses, 0, addresses, 16)
                    .ports(peer.getLocalPort(), network.port())
                    .compute(packet, 0, length);
            for (int bit = 0; bit < Integer.SIZE; bit++) {
                encoder.icrc(icrc ^ 1 << bit);
                peer.send(new DatagramPacket(packet.array(), length, loopback, network.port()));
            }
            await("32 drops", () -> device.portCounters(1).get("dropped_wrong_icrc") == Integer.SIZE);
            encoder.icrc(icrc);
            peer.send(new DatagramPacket(packet.array(), length, loopback, network.port()));
        }

        assertThat(next(ends[1]).byteLen()).isEqualTo(text.length);
        assertThat(ends[1].read(0, text.length)).isEqualTo("genuine");
        assertThat(device.portCounters(1)).containsEntry("dropped_wrong_icrc", 32L);
    }

    /** A packet is accepted only if it comes from the peer's address and arrives at the queue pair's address. */
    @Test
    void packetsFromAnotherAddressAreDropped() throws Exception {
        End sender = new End(device, QpType.RC);
        End receiver = new End(device, QpType.RC);
        connect(sender, IPV4, receiver, IPV4);
        connect(receiver, IPV6, sender, IPV6);
        receiver.receive(1, 0, 100);

        sender.write("hello").post(wr -> wr.send().sge(sender.mr, 0, 5));

        await("a drop", () -> device.portCounters(1).get("dropped_wrong_address") > 0);
        assertThat(receiver.isQuiet()).isTrue();
    }
}
