// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.verbena.provider.sim.LoopbackNetwork.await;
import static org.verbena.provider.sim.LoopbackNetwork.next;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.AddressHandle;
import org.verbena.Completion;
import org.verbena.CompletionArray;
import org.verbena.DeviceContext;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.LinkLayer;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;
import org.verbena.core.observe.HandleInfo;
import org.verbena.core.observe.Inventory;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/** Checks two simulators that exchange packets over the loopback interface, as two processes do. */
class NetworkTest {
    private static final long QKEY = 0x1234;
    private static final String GROUP = "0000:0000:0000:0000:0000:ffff:ef01:0203";

    private final LoopbackNetwork network = new LoopbackNetwork();
    private DeviceContext one;
    private DeviceContext other;

    @BeforeEach
    void open() {
        one = network.open("127.0.0.2");
        other = network.open("127.0.0.3");
    }

    @AfterEach
    void close() {
        network.close();
    }

    private static void connect(End one, End other, Mtu mtu) {
        one.connectTo(other, 1, attr -> attr.pathMtu(mtu), UnaryOperator.identity());
        other.connectTo(one, 1, attr -> attr.pathMtu(mtu), UnaryOperator.identity());
    }

    @Test
    void thePortHasTheAddressesOfTheInterface() {
        assertThat(one.queryPort(1).linkLayer()).isEqualTo(LinkLayer.ETHERNET);
        assertThat(one.queryPort(1).activeMtu()).isEqualTo(Mtu.BYTES_4096);
        assertThat(one.queryGid(1, 0).toString()).startsWith("fe80:");
        assertThat(one.queryGid(1, 1)).hasToString("0000:0000:0000:0000:0000:ffff:7f00:0002");
        assertThat(one.device().fabric()).isEmpty();
        assertThat(one.device().guid()).isNotEqualTo(other.device().guid());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 255, 1024, 2500, 4096})
    void everyOperationOfAConnectionMovesItsData(int length) throws Exception {
        End sender = new End(one, QpType.RC);
        End receiver = new End(other, QpType.RC);
        connect(sender, receiver, Mtu.BYTES_256);
        byte[] data = new byte[length];
        new Random(length).nextBytes(data);
        sender.mr.view(0, length).put(data);
        receiver.receive(7, 0, 4096);

        sender.post(wr -> wr.sendImm(5).sge(sender.mr, 0, length));

        Completion received = next(receiver);
        assertThat(received.byteLen()).isEqualTo(length);
        assertThat(received.immData()).isEqualTo(5);
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

    /** All messages are acknowledged, even if the receiver closes its queue pair while it delays acknowledgements. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 25})
    void aStreamIsAcknowledgedAlthoughItsReceiverClosesAtOnce(int messages) throws Exception {
        End sender = new End(one, QpType.RC);
        End receiver = new End(other, QpType.RC);
        connect(sender, receiver, Mtu.BYTES_1024);
        CompletionArray completions = other.newCompletionArray(16);
        int received = 0;
        int sent = 0;
        while (received < messages) {
            if (sent < messages && sent - received < 8) {
                receiver.receive(sent, 0, 64);
                sender.write("stream").post(wr -> wr.send().sge(sender.mr, 0, 6));
                sent++;
            }
            received += receiver.cq.poll(completions);
        }
        receiver.qp.close();

        for (int i = 0; i < messages; i++) {
            assertThat(next(sender).isSuccess()).as("message %d", i).isTrue();
        }
        assertThat(other.portCounters(1).get("sent_pkts")).isLessThanOrEqualTo(messages);
    }

    private static byte[] bytes(End end, int length) {
        byte[] bytes = new byte[length];
        end.mr.view(0, length).get(bytes);
        return bytes;
    }

    @Test
    void atomicsReturnThePreviousValue() throws Exception {
        End sender = new End(one, QpType.RC);
        End receiver = new End(other, QpType.RC);
        connect(sender, receiver, Mtu.BYTES_1024);
        numbers(receiver).putLong(8, 40);

        sender.post(wr ->
                wr.fetchAdd(receiver.mr.address() + 8, receiver.mr.rkey(), 2).sge(sender.mr, 0, 8));
        assertThat(next(sender).isSuccess()).isTrue();
        sender.post(wr -> wr.compareSwap(receiver.mr.address() + 8, receiver.mr.rkey(), 42, 7)
                .sge(sender.mr, 8, 8));
        assertThat(next(sender).isSuccess()).isTrue();

        assertThat(numbers(sender).getLong(0)).isEqualTo(40);
        assertThat(numbers(sender).getLong(8)).isEqualTo(42);
        assertThat(numbers(receiver).getLong(8)).isEqualTo(7);
    }

    private static ByteBuffer numbers(End end) {
        return end.mr.view(0, 16).order(ByteOrder.nativeOrder());
    }

    @Test
    void aBadKeyEndsTheConnection() throws Exception {
        End sender = new End(one, QpType.RC);
        End receiver = new End(other, QpType.RC);
        connect(sender, receiver, Mtu.BYTES_1024);

        sender.post(
                wr -> wr.write(receiver.mr.address(), receiver.mr.rkey() + 1).sge(sender.mr, 0, 8));

        assertThat(next(sender).status()).isEqualTo(WcStatus.REM_ACCESS_ERR);
    }

    @Test
    void aMessageWaitsForAReceive() throws Exception {
        End sender = new End(one, QpType.RC);
        End receiver = new End(other, QpType.RC);
        sender.connectTo(receiver, 1, attr -> attr, attr -> attr.rnrRetry(7));
        receiver.connectTo(sender, 1, attr -> attr, attr -> attr);

        sender.write("hello").post(wr -> wr.send().sge(sender.mr, 0, 5));
        Thread.sleep(20);
        receiver.receive(1, 100, 100);

        assertThat(next(receiver).byteLen()).isEqualTo(5);
        assertThat(receiver.read(100, 5)).isEqualTo("hello");
        assertThat(next(sender).isSuccess()).isTrue();
    }

    @Test
    void anUnreliableConnectionAndDatagramsDeliver() throws Exception {
        End sender = new End(one, QpType.UC);
        End receiver = new End(other, QpType.UC);
        connect(sender, receiver, Mtu.BYTES_256);
        receiver.receive(1, 0, 4096);
        sender.write("unreliable").post(wr -> wr.send().sge(sender.mr, 0, 4000));
        assertThat(next(sender).isSuccess()).isTrue();
        assertThat(next(receiver).byteLen()).isEqualTo(4000);
        assertThat(receiver.read(0, 10)).isEqualTo("unreliable");

        End from = End.datagrams(one, QKEY);
        End to = End.datagrams(other, QKEY);
        to.receive(1, 0, 100);
        AddressHandle address = from.pd.createAh(AhAttr.global(GlobalRoute.to(other.queryGid(1, 1), 1), 1));
        from.write("datagram").post(wr -> wr.send().sge(from.mr, 0, 8).to(address, to.qp.qpNum(), QKEY));
        assertThat(next(to).byteLen()).isEqualTo(48);
        assertThat(to.read(40, 8)).isEqualTo("datagram");
        ByteBuffer header = to.mr.view(20, 20);
        assertThat(header.get(0)).isEqualTo((byte) 0x45);
        assertThat(header.getInt(12)).isEqualTo(0x7F00_0002);
        assertThat(header.getInt(16)).isEqualTo(0x7F00_0003);
    }

    @Test
    void groupsDeliverToAllMembers() throws Exception {
        Gid group = Gid.parse(GROUP);
        End from = End.datagrams(one, QKEY);
        End here = End.datagrams(one, QKEY);
        End there = End.datagrams(other, QKEY);
        for (End member : List.of(here, there)) {
            member.receive(1, 0, 100);
            member.qp.attachMcast(group, 0);
        }
        AddressHandle address = from.pd.createAh(AhAttr.global(GlobalRoute.to(group, 1), 1));

        from.write("to all").post(wr -> wr.send().sge(from.mr, 0, 6).to(address, 0xFFFFFF, QKEY));

        for (End member : List.of(here, there)) {
            Completion received = next(member);
            assertThat(received.byteLen()).isEqualTo(46);
            assertThat(received.srcQp()).isEqualTo(from.qp.qpNum());
            assertThat(member.read(40, 6)).isEqualTo("to all");
            assertThat(member.mr.view(20, 20).getInt(16)).isEqualTo(0xEF01_0203);
        }
        there.qp.detachMcast(group, 0);
        there.receive(2, 0, 100);
        here.receive(2, 0, 100);
        from.post(wr -> wr.send().sge(from.mr, 0, 6).to(address, 0xFFFFFF, QKEY));
        assertThat(next(here).wrId()).isEqualTo(2);
        assertThat(there.cq.poll(other.newCompletionArray(1))).isZero();
        here.qp.detachMcast(group, 0);
    }

    @Test
    void packetsAreCounted() throws Exception {
        End sender = new End(one, QpType.RC);
        End receiver = new End(other, QpType.RC);
        connect(sender, receiver, Mtu.BYTES_1024);
        receiver.receive(1, 0, 4096);
        sender.post(wr -> wr.send().sge(sender.mr, 0, 3000));
        assertThat(next(sender).isSuccess()).isTrue();
        assertThat(one.portCounters(1)).containsEntry("sent_pkts", 3L);
        assertThat(other.portCounters(1)).containsEntry("rcvd_pkts", 3L).containsEntry("dropped_malformed", 0L);
        assertThat(one.portCounters(2)).isEmpty();

        try (DatagramSocket stranger = new DatagramSocket(0, InetAddress.getByName("127.0.0.9"))) {
            byte[] packet = new byte[9];
            stranger.send(
                    new DatagramPacket(packet, packet.length, InetAddress.getByName("127.0.0.3"), network.port()));
        }
        await("the count", () -> other.portCounters(1).get("dropped_malformed") > 0);
        assertThat(Inventory.portCounters(contextId(other), 1)).isEqualTo(other.portCounters(1));
    }

    private static long contextId(DeviceContext context) {
        return Inventory.handles().stream()
                .filter(handle -> handle.name().equals(context.toString()))
                .mapToLong(HandleInfo::contextId)
                .max()
                .orElseThrow();
    }

    /** Neither the smallest timeout nor an endless number of retries makes a host send without bounds. */
    @Test
    void retriesToAPeerThatHasGoneAreFew() throws Exception {
        End sender = new End(one, QpType.RC);
        End receiver = new End(other, QpType.RC);
        sender.connectTo(
                receiver, 1, attr -> attr, attr -> attr.timeout(1).retryCnt(7).rnrRetry(7));
        other.close();
        long before = one.portCounters(1).get("sent_pkts");
        long start = System.nanoTime();
        for (int i = 0; i < 8; i++) {
            sender.post(wr -> wr.send().noData());
        }
        LoopbackNetwork.await(
                "some retries",
                () -> System.nanoTime() - start > 500_000_000
                        && one.portCounters(1).get("sent_pkts") - before > 16);

        // The first retries follow each other after 4 ms, and the later ones after ever longer times.
        long retries = (System.nanoTime() - start) / 64_000_000 + 16;
        assertThat(one.portCounters(1).get("sent_pkts") - before).isLessThan(8 * retries);
    }

    @Test
    void lostPacketsAreSentAgain() throws Exception {
        network.simulator(0).fabric().faults().seed(1);
        network.simulator(0).fabric().faults().inject(SimFault.drop().chance(0.05));
        network.simulator(1).fabric().faults().inject(SimFault.drop().chance(0.05));
        End sender = new End(one, QpType.RC);
        End receiver = new End(other, QpType.RC);
        sender.connectTo(
                receiver,
                1,
                attr -> attr.pathMtu(Mtu.BYTES_256),
                attr -> attr.timeout(8).retryCnt(7));
        receiver.connectTo(
                sender,
                1,
                attr -> attr.pathMtu(Mtu.BYTES_256),
                attr -> attr.timeout(8).retryCnt(7));
        for (int i = 0; i < 300; i++) {
            String text = "message %05d".formatted(i);
            receiver.receive(i, 0, 4096);
            sender.write(text).post(wr -> wr.send().sge(sender.mr, 0, 3000));

            assertThat(next(receiver).byteLen()).isEqualTo(3000);
            assertThat(receiver.read(0, text.length())).isEqualTo(text);
            assertThat(next(sender).isSuccess()).isTrue();
        }
    }

    @Test
    void randomPacketsDoNotDisturbAConnection() throws Exception {
        End sender = new End(one, QpType.RC);
        End receiver = new End(other, QpType.RC);
        connect(sender, receiver, Mtu.BYTES_1024);
        long seed = System.nanoTime();
        System.out.println("packets from seed " + seed);
        Random random = new Random(seed);
        try (DatagramSocket stranger = new DatagramSocket(0, InetAddress.getByName("127.0.0.9"))) {
            for (int i = 0; i < 5_000; i++) {
                byte[] packet = new byte[random.nextInt(120)];
                random.nextBytes(packet);
                if (packet.length > 8 && random.nextBoolean()) {
                    packet[0] = (byte) random.nextInt(0x20);
                    packet[1] = 0;
                    packet[5] = 0;
                    packet[6] = 0;
                    packet[7] = (byte) receiver.qp.qpNum();
                }
                stranger.send(
                        new DatagramPacket(packet, packet.length, InetAddress.getByName("127.0.0.3"), network.port()));
            }
        }
        receiver.receive(1, 0, 100);

        sender.write("hello").post(wr -> wr.send().sge(sender.mr, 0, 5));

        assertThat(next(receiver).byteLen()).isEqualTo(5);
        assertThat(next(sender).isSuccess()).isTrue();
    }

    @Test
    void rawPacketsAndGroupsOfAnotherIpVersionAreRejected() {
        DeviceContext context = network.open("127.0.0.4", "mlx5");
        assertThatThrownBy(() -> new End(context, QpType.RAW_PACKET))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("qp_type = IBV_QPT_RAW_PACKET, limit RC, UC or UD");
        End datagrams = End.datagrams(context, QKEY);
        assertThatThrownBy(() -> datagrams.qp.attachMcast(Gid.parse("ff0e:0000:0000:0000:0000:0000:0001:0002"), 0))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("EINVAL")
                .hasMessageContaining("a group of the IP version of an address of the device");
    }

    @Test
    void addressesThatCannotBeUsedAreRejected() {
        assertThatThrownBy(() -> network.create("127.0.0.2", "rxe"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("Address already in use");
        assertThatThrownBy(() -> network.create("192.0.2.1", "rxe"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("no network interface of this host has the address");
    }
}
