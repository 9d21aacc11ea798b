// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.attr.AccessFlag;
import org.verbena.channels.rsocket.ConnectionData;
import org.verbena.channels.rsocket.Immediate;
import org.verbena.channels.rsocket.IoMap;
import org.verbena.channels.rsocket.SendSide;
import org.verbena.channels.rsocket.Target;
import org.verbena.cm.CmConnection;
import org.verbena.cm.CmConnector;
import org.verbena.cm.CmConnectorSettings;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventException;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;
import org.verbena.provider.sim.SimProvider;

/** Tests a server whose peer uses verbs directly and breaks the protocol. */
@Timeout(600)
class HostilePeerTest {
    private static final int RING = 64 * 1024;

    private final SimProvider simulator = new SimProvider();
    private final RdmaSelectorProvider provider = new RdmaSelectorProvider(
            simulator,
            ChannelSettings.builder().fallback(Fallback.FAIL).ioMapSize(2).build());
    private DeviceContext context;
    private ProtectionDomain pd;
    private ConnectionManager manager;
    private CmConnector connector;
    private ServerSocketChannel server;

    @BeforeEach
    void listen() throws Exception {
        context = simulator.devices().get(0).open();
        pd = context.allocPd();
        manager = ConnectionManager.open(simulator, context);
        connector = CmConnector.create(
                manager,
                CmConnectorSettings.builder()
                        .qpInitAttr(QpInitAttr.builder()
                                .pd(pd)
                                .maxSendWr(16)
                                .maxRecvWr(16)
                                .maxSendSge(1)
                                .maxRecvSge(1)
                                .build())
                        .build());
        server = provider.openServerSocketChannel().bind(new InetSocketAddress(DeviceAddress.of(context), 0));
    }

    @AfterEach
    void close() throws Exception {
        server.close();
        connector.close();
        manager.close();
        context.close();
        provider.close();
        simulator.close();
    }

    private CmConnection connect(ByteBuffer privateData) throws Exception {
        return connect(server, privateData);
    }

    private CmConnection connect(ServerSocketChannel to, ByteBuffer privateData) throws Exception {
        return connector.connect(
                (InetSocketAddress) to.getLocalAddress(),
                ConnParam.builder().privateData(privateData).build());
    }

    private ByteBuffer dataOf() {
        return dataOf(pd.allocMr(RING, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE));
    }

    private static ByteBuffer dataOf(MemoryRegion memory) {
        return new ConnectionData(
                        ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN,
                        16,
                        1,
                        new Target(memory.address(), memory.rkey(), 2),
                        new Target(memory.address() + RING / 2, memory.rkey(), RING / 4))
                .encode();
    }

    private void theServerStillServes() throws Exception {
        try (SocketChannel client = provider.openSocketChannel()) {
            client.connect(server.getLocalAddress());
            try (SocketChannel accepted = server.accept()) {
                client.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
                ByteBuffer received = ByteBuffer.allocate(3);
                while (received.hasRemaining()) {
                    assertThat(accepted.read(received)).isPositive();
                }
            }
        }
    }

    static Stream<Arguments> violations() {
        return Stream.of(
                Arguments.of("a message beyond the announced space", Immediate.of(Immediate.DATA, 1 << 28)),
                Arguments.of("an empty message", Immediate.of(Immediate.DATA, 0)),
                Arguments.of("a limit that moves back", Immediate.of(Immediate.CREDITS, 60_000)),
                Arguments.of("an unknown operation", Immediate.of(3, 1)),
                Arguments.of("an entry outside the I/O map", Immediate.of(Immediate.IO_MAP, 2)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("violations")
    void aPeerThatBreaksTheProtocolIsDisconnected(String violation, int immediate) throws Exception {
        try (CmConnection peer = connect(dataOf());
                SocketChannel accepted = server.accept()) {
            SendBatch batch = context.newSendBatch(1);
            batch.add().writeImm(0, 0, immediate).signaled();
            peer.qp().postSend(batch);

            assertThatThrownBy(() -> accepted.read(ByteBuffer.allocate(1)))
                    .isInstanceOf(SocketException.class)
                    .hasMessage("Connection reset");
            peer.onDisconnect().get(60, TimeUnit.SECONDS);
        }
        theServerStillServes();
    }

    /** Writes an entry of the server's I/O map, and announces it. */
    private void announce(CmConnection peer, long offset, Target memory) throws Exception {
        Target list = ConnectionData.decode(peer.privateData()).targets();
        long entry = list.address() + (long) list.length() * SendSide.ENTRY_LENGTH;
        MemoryRegion region = pd.allocMr(IoMap.ENTRY_LENGTH);
        ByteBuffer bytes = region.view(0, IoMap.ENTRY_LENGTH).order(ByteOrder.nativeOrder());
        bytes.putLong(offset)
                .putLong(memory.address())
                .putInt((int) memory.key())
                .putInt(memory.length());
        SendBatch batch = context.newSendBatch(1);
        batch.add()
                .writeImm(entry, list.key(), Immediate.of(Immediate.IO_MAP, 0))
                .sge(region)
                .signaled();
        peer.qp().postSend(batch);
    }

    @Test
    void anEntryOutsideTheAddressSpaceDisconnects() throws Exception {
        try (CmConnection peer = connect(dataOf());
                SocketChannel accepted = server.accept()) {
            announce(peer, 0, new Target(-10, 1, 100));

            assertThatThrownBy(() -> accepted.read(ByteBuffer.allocate(1))).hasMessage("Connection reset");
        }
        theServerStillServes();
    }

    @Test
    void anEntryWithAWrongKeyEndsTheConnectionThatWrites() throws Exception {
        try (CmConnection peer = connect(dataOf());
                SocketChannel accepted = server.accept()) {
            RdmaConnection connection = RdmaConnection.of(accepted).orElseThrow();
            postReceives(peer, 1); // for the credits that the server sends
            announce(peer, 0, new Target(4096, 1, 100));
            awaitMemory(connection);

            assertThatThrownBy(() -> accepted.read(ByteBuffer.allocate(1))).hasMessage("Connection reset");
            assertThat(connection.isConnected()).isFalse();
        }
        theServerStillServes();
    }

    private void postReceives(CmConnection peer, int count) {
        RecvBatch receives = context.newRecvBatch(count);
        for (int i = 0; i < count; i++) {
            receives.add();
        }
        peer.qp().postRecv(receives);
    }

    /**
     * Mapped memory is deregistered with its connection. In a shared protection domain, its key would otherwise be
     * valid on other connections.
     */
    @Test
    void mappedMemoryIsDeregisteredWithItsConnection() throws Exception {
        ChannelSettings sharing = ChannelSettings.builder()
                .fallback(Fallback.FAIL)
                .sharedProtectionDomain(true)
                .build();
        ByteBuffer mapped = ByteBuffer.allocateDirect(16);
        MemoryRegion memory = pd.allocMr(RING, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
        ByteBuffer entry =
                memory.view(2 * SendSide.ENTRY_LENGTH, IoMap.ENTRY_LENGTH).order(ByteOrder.nativeOrder());
        try (RdmaSelectorProvider other = new RdmaSelectorProvider(simulator, sharing);
                ServerSocketChannel listener =
                        other.openServerSocketChannel().bind(new InetSocketAddress(DeviceAddress.of(context), 0))) {
            try (CmConnection peer = connect(listener, dataOf(memory));
                    SocketChannel accepted = listener.accept()) {
                postReceives(peer, 3); // for the credits, the entry and the disconnect
                RdmaConnection.of(accepted).orElseThrow().map(mapped, 0);
                while (entry.getInt(20) != mapped.capacity()) {
                    Thread.onSpinWait();
                }
            }
            while (other.runtime().streams() > 0) {
                Thread.onSpinWait();
            }
            try (CmConnection peer = connect(listener, dataOf());
                    SocketChannel accepted = listener.accept()) {
                SendBatch batch = context.newSendBatch(1);
                batch.add()
                        .write(entry.getLong(8), Integer.toUnsignedLong(entry.getInt(16)))
                        .sge(pd.allocMr(16))
                        .signaled();
                peer.qp().postSend(batch);

                assertThatThrownBy(() -> accepted.read(ByteBuffer.allocate(1)))
                        .as("a remote access error")
                        .hasMessage("Connection reset");
            }
        }
    }

    private static void awaitMemory(RdmaConnection connection) throws Exception {
        ByteBuffer bytes = ByteBuffer.wrap(new byte[] {1, 2, 3});
        while (bytes.hasRemaining()) {
            try {
                connection.write(bytes, 0);
            } catch (IndexOutOfBoundsException e) {
                Thread.onSpinWait(); // the entry has not arrived yet
            }
        }
    }

    @Test
    void aMessageWithoutImmediateDataDisconnects() throws Exception {
        try (CmConnection peer = connect(dataOf());
                SocketChannel accepted = server.accept()) {
            SendBatch batch = context.newSendBatch(1);
            batch.add().send().signaled();
            peer.qp().postSend(batch);

            assertThatThrownBy(() -> accepted.read(ByteBuffer.allocate(1))).hasMessage("Connection reset");
        }
        theServerStillServes();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 39, 40, 56})
    void aRequestWithGarbageIsRejected(int length) throws Exception {
        byte[] garbage = new byte[length];
        Arrays.fill(garbage, (byte) 0xA5);

        assertThatThrownBy(() -> connect(ByteBuffer.wrap(garbage)))
                .isInstanceOfSatisfying(
                        CmEventException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ECONNREFUSED));
        theServerStillServes();
    }

    @Test
    void aWriteWithTheKeyOfAnotherConnectionFails() throws Exception {
        try (CmConnection one = connect(dataOf());
                SocketChannel first = server.accept();
                CmConnection other = connect(dataOf());
                SocketChannel second = server.accept()) {
            Target ringOfOther = ConnectionData.decode(other.privateData()).ring();
            MemoryRegion memory = pd.allocMr(16);
            SendBatch batch = context.newSendBatch(1);
            batch.add()
                    .writeImm(ringOfOther.address(), ringOfOther.key(), Immediate.of(Immediate.DATA, 16))
                    .sge(memory)
                    .signaled();
            one.qp().postSend(batch);

            assertThatThrownBy(() -> first.read(ByteBuffer.allocate(1)))
                    .as("a remote access error ends the writing connection")
                    .hasMessage("Connection reset");
            second.configureBlocking(false);
            assertThat(second.read(ByteBuffer.allocate(1))).isZero();
        }
    }

    /** Requests a connection, and does not complete it when the server accepts. */
    private void beginConnection(EventChannel events) throws Exception {
        CmId id = events.createId(PortSpace.TCP);
        id.resolveAddr((InetSocketAddress) server.getLocalAddress(), Duration.ofSeconds(2));
        await(events, CmEventType.ADDR_RESOLVED);
        id.resolveRoute(Duration.ofSeconds(2));
        await(events, CmEventType.ROUTE_RESOLVED);
        id.connect(ConnParam.builder().qpNum(1).privateData(dataOf()).build());
    }

    /** Waits for an event of a type. Other events belong to earlier connections. */
    private static void await(EventChannel events, CmEventType type) throws Exception {
        while (true) {
            Optional<CmEvent> event = events.nextEvent(Duration.ofSeconds(60));
            CmEventType taken = event.orElseThrow().type();
            event.get().close();
            if (taken == type) {
                return;
            }
        }
    }

    /** Without a limit, the test would exceed its time. */
    @Test
    void peersThatDoNotCompleteTheirConnectionsLeaveRoomForOthers() throws Exception {
        try (EventChannel events = manager.createEventChannel()) {
            for (int i = 0; i < 60; i++) {
                beginConnection(events);
            }

            theServerStillServes();
        }
    }

    @Test
    void aPeerThatDoesNotAnswerIsGivenUp() throws Exception {
        ChannelSettings settings = ChannelSettings.builder()
                .fallback(Fallback.FAIL)
                .connectTimeout(Duration.ofMillis(300))
                .build();
        try (EventChannel events = manager.createEventChannel();
                RdmaSelectorProvider impatient = new RdmaSelectorProvider(simulator, settings)) {
            CmId silent = events.createId(PortSpace.TCP);
            silent.bindAddr(new InetSocketAddress(DeviceAddress.of(context), 0));
            silent.listen(0);

            try (SocketChannel client = impatient.openSocketChannel()) {
                InetSocketAddress address = silent.localAddress().orElseThrow();
                assertThatThrownBy(() -> client.connect(address))
                        .isInstanceOf(ConnectException.class)
                        .hasMessage("Connection timed out");
            }
        }
    }

    @Test
    void closingTheProviderFreesEverythingEvenAfterItsTimeout() throws Exception {
        ChannelSettings settings = ChannelSettings.builder()
                .fallback(Fallback.FAIL)
                .closeTimeout(Duration.ofMillis(1))
                .build();
        try (SimProvider own = new SimProvider()) {
            try (RdmaSelectorProvider hurried = new RdmaSelectorProvider(own, settings);
                    DeviceContext device = own.devices().get(0).open()) {
                ServerSocketChannel listener =
                        hurried.openServerSocketChannel().bind(new InetSocketAddress(DeviceAddress.of(device), 0));
                for (int i = 0; i < 50; i++) {
                    SocketChannel client = hurried.openSocketChannel();
                    client.connect(listener.getLocalAddress());
                    listener.accept().write(ByteBuffer.allocate(10_000));
                }
            }
            assertThat(own.handles()).isEmpty();
        }
    }

    /** A closed channel holds two rings of 128 KiB until its memory is free. */
    @Test
    void closedChannelsKeepNoMemory() throws Exception {
        BufferPoolMXBean direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .findFirst()
                .orElseThrow();
        theServerStillServes();
        System.gc();
        long before = direct.getMemoryUsed();
        for (int i = 0; i < 150; i++) {
            theServerStillServes();
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (direct.getMemoryUsed() - before > 32 << 20 && System.nanoTime() - deadline < 0) {
            System.gc();
        }
        assertThat(direct.getMemoryUsed() - before).isLessThan(32 << 20);
    }
}
