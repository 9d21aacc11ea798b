// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.verbena.CqInitAttr;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.error.VerbsException;
import org.verbena.provider.sim.SimProvider;

/**
 * Fuzzes all bytes that a peer sends to the listening side and to the connecting side. The first byte selects the side,
 * the type of the queue pair and the device. The peer sends the other bytes.
 */
public class HandshakeFuzz {
    private static final List<QpType> TYPES =
            List.of(QpType.RC, QpType.UC, QpType.UD, QpType.XRC_SEND, QpType.XRC_RECV, QpType.RAW_PACKET);

    /** Devices of several driver models, with Ethernet and InfiniBand ports. */
    private static final List<Device> DEVICES = new SimProvider()
            .configure(Map.of("profile", "rxe,mlx5,mlx4,spec", "clock", "manual"))
            .devices();

    private static final ConnectorSettings SETTINGS =
            ConnectorSettings.builder().psn(7).build();
    private static final ConnectorSettings WITH_SECRET =
            ConnectorSettings.builder().psn(7).sharedSecret(new byte[16]).build();
    private static final int SECRET = 0x80;

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final ByteBuffer PRIVATE_DATA = ByteBuffer.wrap(new byte[] {1, 2, 3});

    @FuzzTest
    void noInputDoesHarm(byte[] input) throws IOException {
        if (input.length == 0) {
            return;
        }
        int choice = Byte.toUnsignedInt(input[0]);
        boolean listens = (choice & 1) != 0;
        ConnectorSettings settings = choice < SECRET ? SETTINGS : WITH_SECRET;
        choice %= SECRET;
        QpType type = TYPES.get((choice >> 1) % TYPES.size());
        Device device = DEVICES.get(choice / (2 * TYPES.size()) % DEVICES.size());
        try (DeviceContext context = device.open()) {
            QueuePair qp;
            try {
                qp = withoutFabric(queuePair(context, type));
            } catch (VerbsException e) {
                // The device does not support queue pairs of this type.
                return;
            }
            FakeSocket socket = new FakeSocket(ByteBuffer.wrap(input, 1, input.length - 1));
            shake(qp, settings, socket, listens);
        }
    }

    private static QueuePair queuePair(DeviceContext context, QpType type) {
        ProtectionDomain pd = context.allocPd();
        var cq = context.createCq(CqInitAttr.builder().cqe(8).build());
        QpInitAttr.Builder attr = QpInitAttr.builder().qpType(type);
        if (type == QpType.XRC_RECV) {
            return context.createQpEx(
                    attr.xrcd(context.openXrcd(XrcdInitAttr.privateDomain())).build());
        }
        attr.sendCq(cq).maxSendWr(1).maxSendSge(1);
        return pd.createQp(
                type == QpType.XRC_SEND
                        ? attr.build()
                        : attr.recvCq(cq).maxRecvWr(1).maxRecvSge(1).build());
    }

    /** Makes the device look like hardware, because no input contains the random identity of a simulated fabric. */
    private static QueuePair withoutFabric(QueuePair qp) {
        Device device = answering(Device.class, qp.context().device(), "fabric", Optional.empty());
        DeviceContext context = answering(DeviceContext.class, qp.context(), "device", device);
        return answering(QueuePair.class, qp, "context", context);
    }

    private static <T> T answering(Class<T> type, T object, String method, Object answer) {
        InvocationHandler handler = (proxy, called, arguments) -> {
            if (called.getName().equals(method)) {
                return answer;
            }
            try {
                return called.invoke(object, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static void shake(QueuePair qp, ConnectorSettings settings, FakeSocket socket, boolean listens)
            throws IOException {
        try {
            Connection connection = listens ? answer(qp, settings, socket) : request(qp, settings, socket);
            assertThat(qp.state()).isEqualTo(QpState.RTS);
            assertThat(connection.privateData().remaining()).isBetween(0, Connector.MAX_PRIVATE_DATA);
            connection.sync(TIMEOUT);
        } catch (ConnectorException | VerbsException e) {
            if (qp.state() == QpState.RTS) {
                // The handshake succeeded, but no SYNC arrived.
                return;
            }
            assertThat(qp.state()).isIn(QpState.RESET, QpState.ERR);
            assertThat(socket.isClosed()).as("the socket is closed").isTrue();
        }
        requireMessages(socket.heard());
        qp.modify(QpAttr.builder().qpState(QpState.RESET).build());
    }

    private static Connection answer(QueuePair qp, ConnectorSettings settings, FakeSocket socket) throws IOException {
        try (ConnectorListener listener =
                        new ConnectorListener(new TcpHandshake(settings).listener(new FakeServerSocket(socket)));
                ConnectRequest request = listener.nextRequest(TIMEOUT)) {
            try {
                assertThat(request.privateData().remaining()).isBetween(0, Connector.MAX_PRIVATE_DATA);
            } catch (ConnectorException e) {
                throw new AssertionError("an accepted request has invalid private data", e);
            }
            return request.accept(qp, PRIVATE_DATA.duplicate(), TIMEOUT);
        }
    }

    private static Connection request(QueuePair qp, ConnectorSettings settings, FakeSocket socket) {
        LocalEnd local;
        try {
            local = new LocalEnd(qp, settings);
        } catch (VerbsException e) {
            // The queue pair was rejected before the connection was established.
            socket.close();
            throw e;
        }
        return new TcpHandshake(settings)
                .request(new MessageSocket(socket), local, PRIVATE_DATA.duplicate(), HandshakeDeadline.after(TIMEOUT));
    }

    /** Checks that all messages sent to a peer are well-formed. */
    private static void requireMessages(ByteBuffer heard) {
        while (heard.hasRemaining()) {
            ByteBuffer header = heard.slice(heard.position(), HandshakeMessage.HEADER_LENGTH);
            int length = HandshakeMessage.bodyLength(header);
            HandshakeMessage.decode(header, heard.slice(heard.position() + HandshakeMessage.HEADER_LENGTH, length));
            heard.position(heard.position() + HandshakeMessage.HEADER_LENGTH + length);
        }
    }
}
