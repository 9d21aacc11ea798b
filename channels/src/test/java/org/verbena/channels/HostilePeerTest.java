package org.verbena.channels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
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
import org.verbena.SendBatch;
import org.verbena.attr.AccessFlag;
import org.verbena.channels.rsocket.ConnectionData;
import org.verbena.channels.rsocket.Immediate;
import org.verbena.channels.rsocket.Target;
import org.verbena.cm.CmConnection;
import org.verbena.cm.CmConnector;
import org.verbena.cm.CmConnectorSettings;
import org.verbena.cm.CmEventException;
import org.verbena.cm.ConnParam;
import org.verbena.cm.ConnectionManager;
import org.verbena.error.Errno;
import org.verbena.provider.sim.SimProvider;

/** Connects a peer that uses verbs itself and breaks the protocol. */
@Timeout(120)
class HostilePeerTest {
    private static final int RING = 64 * 1024;

    private final SimProvider simulator = new SimProvider();
    private final RdmaSelectorProvider provider = new RdmaSelectorProvider(
            simulator, ChannelSettings.builder().fallback(Fallback.FAIL).build());
    private DeviceContext context;
    private ConnectionManager manager;
    private CmConnector connector;
    private ServerSocketChannel server;

    @BeforeEach
    void listen() throws Exception {
        context = simulator.devices().get(0).open();
        manager = ConnectionManager.open(simulator, context);
        connector = CmConnector.create(
                manager,
                CmConnectorSettings.builder()
                        .qpInitAttr(QpInitAttr.builder()
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
        return connector.connect(
                (InetSocketAddress) server.getLocalAddress(),
                ConnParam.builder().privateData(privateData).build());
    }

    private ByteBuffer dataOf(ProtectionDomain pd) {
        MemoryRegion memory = pd.allocMr(RING, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
        return new ConnectionData(
                        false,
                        16,
                        0,
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
                Arguments.of("an unknown operation", Immediate.of(3, 1)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("violations")
    void aPeerThatBreaksTheProtocolIsDisconnected(String violation, int immediate) throws Exception {
        try (CmConnection peer = connect(dataOf(context.allocPd()));
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

    @Test
    void aMessageWithoutImmediateDataDisconnects() throws Exception {
        try (CmConnection peer = connect(dataOf(context.allocPd()));
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
    void aKeyOfAnotherConnectionOpensNothing() throws Exception {
        ProtectionDomain pd = context.allocPd();
        try (CmConnection one = connect(dataOf(pd));
                SocketChannel first = server.accept();
                CmConnection other = connect(dataOf(pd));
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
                    .as("a remote access error ends the connection of the intruder")
                    .hasMessage("Connection reset");
            second.configureBlocking(false);
            assertThat(second.read(ByteBuffer.allocate(1))).isZero();
        }
    }
}
